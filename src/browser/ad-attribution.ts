/**
 * Stores how the visit began and its last advertisement; a form sends both.
 *
 * Runs inline on every public page. It imports nothing, because a shared module would be a separate file.
 * It waits for the first frame, because the first use of sessionStorage would delay that frame.
 */
declare global {
  interface Navigator {
    /** The browser asks every site not to sell or share personal data. https://globalprivacycontrol.org */
    readonly globalPrivacyControl?: boolean;
  }
}

const known = /^(utm_(source|medium|campaign|term|content)|(g|fb)clid|[gw]braid|msclkid)$/;

function keep() {
  try {
    const ad: Record<string, string> = {};
    let referrer = '';
    if (!navigator.globalPrivacyControl) {
      for (const [name, value] of new URLSearchParams(location.search))
        if (known.test(name)) ad[name] = value;
      referrer = document.referrer && new URL(document.referrer).host;
      if (referrer === location.host) referrer = '';
    }
    if (!sessionStorage.getItem('leadwright:first')) {
      const first = { ...ad, landing_path: location.pathname, referrer };
      sessionStorage.setItem('leadwright:first', JSON.stringify(first));
    } else if (ad['utm_source'] || ad['utm_medium'] || ad['utm_campaign']) {
      sessionStorage.setItem('leadwright:last', JSON.stringify(ad));
    }
  } catch {
    // Storage is blocked or full: the lead is sent without its origin.
  }
}

// Some visitors leave before the first frame. `once`: the back/forward cache may show an old page again,
// and it must not overwrite newer values.
addEventListener('pagehide', keep, { once: true });
// A prerendered page has no frame yet.
requestAnimationFrame(() => setTimeout(keep));

export {};
