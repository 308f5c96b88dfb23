import manifest from '../../package.json' with { type: 'json' }

/** The version of the portal that the footer, the API document and the metrics show. */
export const portalVersion: string = manifest.version
