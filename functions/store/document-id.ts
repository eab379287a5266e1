/**
 * What can be the id of a stored thing, in every engine: what Firestore takes as a document's, so that
 * all can be moved there. Not every text is one, and half an emoji is no text to it:
 * https://firebase.google.com/docs/firestore/quotas#collections_documents_and_fields
 */
export const isDocumentId = (id: string): boolean =>
  id !== '' &&
  id.isWellFormed() &&
  !/^(\.\.?|__.*__)$|\//s.test(id) &&
  Buffer.byteLength(id) <= 1500;
