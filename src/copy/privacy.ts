import { fields } from '../shared/fields.ts';
import { company, location } from './company.ts';
import type { LegalDocument } from './legal.ts';

const email = `[${company.email}](mailto:${company.email})`;

/** Without the parts that are empty. */
const address = [company.street, `${location} ${company.postalCode}`.trim()]
  .filter((it) => it !== '')
  .join(', ');

/** The consent comes last. */
const inTheForm = fields
  .filter(({ kind }) => kind !== 'consent')
  .map(({ kind, label, missing }) => {
    if (missing === undefined) return `a ${label.toLowerCase()} if you write one`;
    return kind === 'email' ? 'e-mail' : label.toLowerCase();
  });

export const privacy: LegalDocument = {
  title: 'Privacy Policy',
  description: `What ${company.name} collects on this site, why, who sees it, how long we keep it and how to have it deleted.`,
  effective: '2025-10-03',
  updated: '2025-10-03',
  intro: [
    `${company.name} ("we", "us") is a pay-per-lead company based in ${location}. This policy says what we do with personal information from this site and the conversations that start here. It does not cover the leads we gather for clients through ads. For those, see the [Terms and Conditions](/terms-of-service).`,
  ],
  sections: [
    {
      id: 'information',
      title: 'Information we collect',
      blocks: [
        'You can read the site without telling us who you are. We collect:',
        {
          list: [
            `What you put in the contact form: ${inTheForm.join(', ')}, and your marketing consent. Please leave health, financial and other sensitive details out of the message.`,
            "A record of your consent: the text you were shown, the time, the page and its address, whether you ticked the box there, how long the form was open, your IP address and your browser's user agent.",
            'Technical data: your IP address and the requests your browser makes, which any web host receives, and signs of spam, such as how quickly a form was sent.',
            'How you found us, with the form: the advertisement that led you here (its campaign tags and click ID), the site that linked to us, the first page you saw, and the price that the price checker showed you.',
            'What you tell us later by text, phone or e-mail and, if you become a client, what we need to run and bill your campaigns. This site takes no payments.',
            'Account details: an e-mail address and a password. Sign-in is meant for our staff. You do not need an account to contact us.',
          ],
        },
        "There are no tracking cookies, analytics or advertising pixels on this site. The public pages load nothing from other companies, and the fonts are our own copies. How you found us, and what you typed in the contact form, stay in your browser's session storage. We get them only if you send the form, and your browser deletes them when you close the tab. A staff sign-in is kept in the browser's local storage.",
      ],
    },
    {
      id: 'use',
      title: 'How we use your information',
      blocks: [
        'We use it to:',
        {
          list: [
            'answer your request, quote a price and set up a call;',
            'learn which of our advertisements bring requests;',
            'send you texts, calls and e-mails about our service, including promotions, if you agreed to them;',
            'run, deliver and bill the service if you become a client;',
            'stop spam and abuse. We limit how often one IP address can send the form, and a submission that looks like spam waits for a person to check it;',
            'show that you consented, and meet our legal duties.',
          ],
        },
        'Some texts are automated and come from our AI booking bot. Consent is not a condition of purchase. Message and data rates may apply. Reply STOP to a text to stop texts, or HELP for help. To stop calls or e-mails, tell us on the call or reply to the e-mail.',
      ],
    },
    {
      id: 'sharing',
      title: 'Sharing',
      blocks: [
        'We do not sell your personal information or share it for targeted advertising. We do not sell or share mobile numbers or SMS consent with third parties for their marketing.',
        'These others handle it, for the purposes above only:',
        {
          list: [
            'Netlify, which hosts the site and runs the code that receives the form.',
            'Google, which stores submissions (Cloud Firestore) and runs sign-in (Firebase Authentication).',
            'The sales tools we use ourselves. Submissions are passed to them by webhook.',
            'The carriers and providers that deliver our texts, calls and e-mails.',
          ],
        },
        'We also disclose information when the law requires it, to protect our rights or the safety of others, or to a buyer if our business is sold. A buyer must keep the promises in this policy.',
      ],
    },
    {
      id: 'retention',
      title: 'Retention',
      blocks: [
        {
          list: [
            'Inquiries: while we are talking with you, while you are a client, and after that for as long as the law requires, for example for tax and accounting.',
            'Consent records and opt-outs: as long as we need them to show that you agreed, or to make sure we do not contact you again. An opt-out, and the consent record of an inquiry that we erased, are kept as keyed hashes of your e-mail address and phone number. These do not contain the address or the number; they only let us recognize you if you write or ask again.',
            'Accounts: until they are no longer needed.',
            'Protection against floods and repeated texts: keyed hashes of addresses and messages, which count for minutes or for a day and are then deleted automatically.',
            'Host logs: for the period that our host sets.',
          ],
        },
        `You do not have to wait for any of this. Ask us at ${email} to erase your information and we will, in our sales tools too. We keep only what the law requires, your opt-out, the record that you consented and figures that name nobody, and we tell you what that is.`,
      ],
    },
    {
      id: 'security',
      title: 'Security',
      blocks: [
        'The site, its database and the hand-over to our sales tools use encrypted connections. Only staff with the admin role can read submissions, and our server checks that role on every request. Firebase Authentication handles passwords.',
        'No system is perfectly secure. If a breach affects your information, we will notify you as the law requires.',
      ],
    },
    {
      id: 'rights',
      title: 'Your rights',
      blocks: [
        'Under the Texas Data Privacy and Security Act, Texas residents may:',
        {
          list: [
            'confirm that we process their personal information, and access it;',
            'correct it;',
            'have it deleted;',
            'get a copy in a form they can use elsewhere;',
            'opt out of its sale, of targeted advertising, and of profiling for significant decisions. We do none of these.',
          ],
        },
        'California and other states give similar rights, such as the right to know, correct and delete. We answer the same requests wherever you live, and we never treat you worse for making one.',
        `To use a right, e-mail ${email} and say what you want. You need no account. We may check that it is you, for example by writing to the address we have on file. Someone you authorize may ask for you. We reply within 45 days. If a request is complex, we may take 45 more, and we tell you why within the first 45. If we say no, reply to appeal. We answer appeals in writing within 60 days. If the answer is still no, you can complain to the Texas Attorney General.`,
        'We treat a Global Privacy Control signal as an opt-out of sale and sharing. We do not sell personal information. If your browser sends the signal, the form also leaves out which advertisement or site led you here: it sends only the first page you saw and the price you were shown. Everything else works the same. We do nothing else for Do Not Track.',
      ],
    },
    {
      id: 'third-party-links',
      title: 'Third-party links',
      blocks: [
        'If you follow a link from this site, or from one of our messages, to a site we do not run, its own policy applies. We are not responsible for what it does, so read its policy before you give it information.',
      ],
    },
    {
      id: 'children',
      title: 'Children',
      blocks: [
        `This site is for businesses, and you must be 18 to use it. We do not knowingly collect personal information from children under 13, or under 16 in places where the law sets that age. If you think a child has sent us some, e-mail ${email} and we will delete it.`,
      ],
    },
    {
      id: 'contact',
      title: 'Contact',
      blocks: [
        `Questions, requests and complaints about privacy: ${company.name}, ${address}, ${email}.`,
        'If we change this policy, we post the new one here and change the date at the top. If we want to use information we already have for something new, we ask you first where the law requires it.',
      ],
    },
  ],
};
