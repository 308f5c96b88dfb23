export { endConnectionOf, endConnections } from './end-connections.ts'
export { listOwnConnections } from './own-connections.ts'
