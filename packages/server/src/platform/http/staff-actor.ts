import type { StaffRequest } from './call.ts'

/** The staff member who acts, as the member's activity and the audit name them. */
export interface StaffActor {
  readonly by: string
  /** The address of the client; absent for a command. */
  readonly clientAddress?: string
  readonly requestId?: string
}

/** The actor of a call of the staff console. */
export const actorOf = ({ caller, request }: StaffRequest): Required<StaffActor> => ({
  by: caller.username,
  clientAddress: request.clientAddress,
  requestId: request.id,
})
