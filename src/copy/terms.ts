import { company, location } from './company.ts';
import type { LegalDocument } from './legal.ts';

const email = `[${company.email}](mailto:${company.email})`;

export const terms: LegalDocument = {
  title: 'Terms and Conditions',
  description: `The terms for using this site and buying leads from ${company.name}: payment, lead delivery, the guarantee, liability and Texas law.`,
  effective: '2025-10-03',
  intro: [
    `These terms are an agreement between you and ${company.name} ("we", "us"), based in ${location}. They cover this site and the leads and add-ons you buy from us. By using either, you accept them. If you do not accept them, please do not use the site or the service.`,
  ],
  sections: [
    {
      id: 'use',
      title: 'Use of the site and service',
      blocks: [
        'You must be at least 18. If you act for a business, you must have the authority to bind it, and "you" then means that business.',
        'You agree to:',
        {
          list: [
            'give us true contact details, and only your own or those of a business you act for;',
            'send no spam and no harmful code, and not copy the site by automated means or try to get around its security;',
            'use the site and the service only as the law allows.',
          ],
        },
        'Text messages: if you tick the consent box on our form, we may text, call and e-mail you about our service, including promotions. Some texts are automated and come from our AI booking bot. How many you get depends on our conversation. Message and data rates may apply. Reply STOP to stop texts, or HELP for help. Consent is not a condition of purchase. Carriers are not liable for delayed or undelivered messages.',
        'Our [Privacy Policy](/privacy-policy) says how we handle your information.',
      ],
    },
    {
      id: 'intellectual-property',
      title: 'Intellectual property',
      blocks: [
        'The site, its text, design, code and marks belong to us or to those who license them to us. You may view and print pages for your own use. Anything more needs our written permission.',
        'The ads, landing pages and methods we create to bring you leads stay ours. Your name, logo and photos stay yours. You let us use them to advertise for you while you are a client. Leads you have paid for are yours to use in your business, within the law and these terms.',
      ],
    },
    {
      id: 'payment',
      title: 'Payment',
      blocks: [
        'You pay for each qualified lead, at the price for your industry on our [rate card](/pricing) or in your written quote. There is no retainer and no management fee. [Add-ons](/services) are billed as quoted. Prices are in US dollars, and any sales tax due is added.',
        'Spam, scams and anything else that is not a qualified lead do not count, and we do not charge for them. If one gets through, tell us which and why, and we take it off your bill once we have checked it.',
        'You can cancel anytime by e-mail, without a fee. You still owe for qualified leads delivered before you cancel. We may pause delivery while a bill is overdue.',
        'Fees are non-refundable unless agreed in writing.',
        `Our 30-day satisfaction guarantee works through that rule. If you are not satisfied in your first 30 days as a client, e-mail ${email} within those 30 days and tell us what went wrong. We work out a fix with you. Any credit or refund under the guarantee is confirmed by e-mail, and that e-mail is the agreement in writing.`,
      ],
    },
    {
      id: 'lead-delivery',
      title: 'Lead delivery',
      blocks: [
        'We run ads, check the inquiries that come in and send you each one as soon as it qualifies. A lead is qualified when a real person wants a job done in your trade and your service area, has said what they need, when, and about what they can spend, and has a phone or e-mail that works. Each lead is exclusive: we send it to one client only, and never resell it.',
        'Times on this site, such as when a campaign launches or a first lead arrives, are estimates. Conversion rates and other results are averages. Neither is a promise. Volume depends on your market, the season and the ad platforms.',
        'We do not guarantee that a lead will answer, hire you or become a customer. Closing the job is your part.',
        'When you contact leads, you are responsible for following the law. That includes the Telephone Consumer Protection Act (TCPA), do-not-call and telemarketing rules, federal and Texas, and the laws on e-mail and privacy. Use a lead only to answer what that person asked for, keep it secure, do not resell it, and stop contacting anyone who asks you to stop.',
      ],
    },
    {
      id: 'liability',
      title: 'Limitation of liability',
      blocks: [
        'The site and the service are provided "as is". As far as the law allows, we give no warranties beyond what these terms say, including implied warranties of merchantability, fitness for a particular purpose and non-infringement.',
        'As far as the law allows, our total liability for any claim about the site or the service is limited to the total amount you paid us in the 30 days before the event giving rise to the claim. We are not liable for lost profits, lost business or other indirect or consequential damages.',
        'We are not responsible for what a lead says or does, or for failures of ad platforms, carriers and other services we do not control. Nothing here limits liability that the law does not allow us to limit.',
      ],
    },
    {
      id: 'indemnification',
      title: 'Indemnification',
      blocks: [
        'If someone makes a claim against us because of one of the following, you will defend us and pay the resulting damages, costs and reasonable attorney fees:',
        {
          list: [
            'how you contacted or treated a lead;',
            'the work you did, or did not do, for a customer;',
            'material you gave us to advertise with;',
            'your breach of these terms or of the law.',
          ],
        },
        'We tell you promptly about such a claim and let you run the defense. You may not settle in a way that admits fault for us or costs us anything without our written consent. You owe nothing for the part of a claim that we caused.',
      ],
    },
    {
      id: 'modifications',
      title: 'Modifications',
      blocks: [
        'We may change these terms. We post the new version here with a new date at the top, and it applies from that date. Using the site or the service after that means you accept it. Changes never apply to leads already delivered.',
        'If you are a client and your price per lead changes, we tell you by e-mail first. You can cancel before the new price starts. We may change or end any part of the site at any time.',
      ],
    },
    {
      id: 'governing-law',
      title: 'Governing law',
      blocks: [
        'Texas law governs these terms, without regard to its conflict-of-law rules. Disputes go to the state or federal courts in Harris County, Texas, and you and we accept their jurisdiction. Please write to us first. Most problems can be settled by e-mail.',
        'If a court finds part of these terms invalid, the rest stays in force. If we have a signed agreement with you that says something different, the signed agreement wins.',
        `Questions about these terms: ${email}.`,
      ],
    },
  ],
};
