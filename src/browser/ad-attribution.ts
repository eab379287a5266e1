/**
 * Runs inline on every public page, so it imports nothing: a shared module would be a file of its own.
 * It keeps how the visit began, and the last advertisement after that. A form sends both.
 * It waits for the first frame, since the first use of the visit's memory would delay that.
 */
declare global {
  interface Navigator {
    /** The browser asks every site not to sell or share. https://globalprivacycontrol.org */
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
    // Storage is blocked or full: the lead comes without this.
  }
}

// Some visitors leave before the first frame. Only the first leave counts: a visitor may come back to an
// old page, and leave it again.
addEventListener('pagehide', keep, { once: true });
// A page that the browser only prepares has no frame yet.
requestAnimationFrame(() => setTimeout(keep));

export {};
