/**
 * A file in DOCUMENTS_DIR or in its sub-folders. No part begins with a dot, so the name cannot lead out of the folder; reading
 * also resolves links.
 */
export const documentName = /^(?:[A-Za-z0-9_][A-Za-z0-9._-]{0,119}\/){0,5}[A-Za-z0-9_][A-Za-z0-9._-]{0,119}$/u
