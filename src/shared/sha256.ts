/** WebCrypto, because both browsers and functions have it. */
async function digest(text: string): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
}

export async function sha256(text: string): Promise<string> {
  return Array.from(await digest(text), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** In base64, as content security policies use it. */
export async function sha256Base64(text: string): Promise<string> {
  return btoa(String.fromCharCode(...(await digest(text))));
}
