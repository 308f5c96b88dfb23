import { memberSupport, type HelpedMember } from '@coopline/contract/staff/member-support/member-support.contract'
import type { Deps } from '../../../platform/deps.ts'
import { NotFound } from '../../../platform/errors.ts'
import type { Feature, Routes, StaffRequest } from '../../../platform/http/call.ts'
import { actorOf } from '../../../platform/http/staff-actor.ts'
import { endPortalViewsJob } from './end-portal-views.job.ts'
import { eraseGuestsJob } from './erase-guests.job.ts'
import { findMembers } from './find-members.ts'
import {
  endAccessOfMember,
  endConnectionOfMember,
  removePasskeyOfMember,
  sendResetLink,
  signOutMember,
  unlockMember,
} from './help-with-login.ts'
import { lockEnd, showMember } from './show-member.ts'
import { resendCodeToContact, resendInvitationOfMember, withTimeOfLimit } from './resend.ts'
import { noteLookUp } from './note-look-up.ts'
import { checkPortalView, endPortalView, openPortalView } from './portal-view.ts'
import { viewMember } from './view-member.ts'

type Request = StaffRequest & { readonly deps: Deps }

/** @throws NotFound when there is no such member. */
async function viewAs(call: Request, memberNumber: string, isAfterAction: boolean): Promise<HelpedMember> {
  const view = await viewMember(call.deps, memberNumber, actorOf(call), isAfterAction)
  if (view === null) throw new NotFound('No such member')
  return showMember(view, call.caller.role, call.deps.clock.now())
}

/** The member after an action. @throws NotFound when it found nothing to change. */
async function after(call: Request, memberNumber: string, isDone: boolean): Promise<HelpedMember> {
  if (!isDone) throw new NotFound('Nothing to change')
  return viewAs(call, memberNumber, true)
}

/**
 * The routes with which staff find and help members in the console. Most actions are also commands of `coopline
 * member`.
 */
export const memberSupportFeature: Feature = {
  routes: (routes) => {
    routeLookUps(routes)
    routeResends(routes)
    routes.on(memberSupport.unlock, async (call) => {
      const { memberNumber } = call.params
      return after(call, memberNumber, await unlockMember(call.deps, memberNumber, actorOf(call)))
    })
    routes.on(memberSupport.signOut, async (call) => {
      const { memberNumber } = call.params
      return after(call, memberNumber, await signOutMember(call.deps, memberNumber, actorOf(call)))
    })
    routes.on(memberSupport.sendReset, async (call) => {
      const { memberNumber } = call.params
      const isSent = await withTimeOfLimit(call.deps, async () => sendResetLink(call.deps, memberNumber, actorOf(call)))
      return after(call, memberNumber, isSent)
    })
    routes.on(memberSupport.removePasskey, async (call) => {
      const { memberNumber } = call.params
      return after(
        call,
        memberNumber,
        await removePasskeyOfMember(call.deps, memberNumber, call.body.id, actorOf(call)),
      )
    })
    routes.on(memberSupport.endConnection, async (call) => {
      const { memberNumber } = call.params
      return after(
        call,
        memberNumber,
        await endConnectionOfMember(call.deps, memberNumber, call.body.id, actorOf(call)),
      )
    })
    routes.on(memberSupport.endAccess, async (call) => {
      const { memberNumber } = call.params
      return after(call, memberNumber, await endAccessOfMember(call.deps, memberNumber, call.body.id, actorOf(call)))
    })
  },
  authenticators: { 'portal-view': checkPortalView },
  jobs: [endPortalViewsJob, eraseGuestsJob],
}

function routeResends(routes: Routes): void {
  const staffOf = (call: Request, { memberNumber }: { readonly memberNumber: string }) => ({
    ...actorOf(call),
    memberNumber,
  })
  routes.on(memberSupport.resendCode, async (call) => {
    await resendCodeToContact(call.deps, call.body.id, staffOf(call, call.params))
    return viewAs(call, call.params.memberNumber, true)
  })
  routes.on(memberSupport.resendInvitation, async (call) => {
    await resendInvitationOfMember(call.deps, call.body.id, staffOf(call, call.params))
    return viewAs(call, call.params.memberNumber, true)
  })
}

/** Adds the routes that look members up. Look-ups are counted for each staff user. */
function routeLookUps(routes: Routes): void {
  routes.on(memberSupport.search, async (call) => {
    const { deps, body } = call
    await noteLookUp(deps, actorOf(call), `search:${body.text.trim()}`)
    const { members, hasMore } = await findMembers(deps, body.text)
    return {
      members: members.map((one) => ({
        ...one,
        lockedUntil: lockEnd(one.lockedUntil, deps.clock.now()),
        accounts: [...one.accounts],
      })),
      hasMore,
    }
  })
  routes.on(memberSupport.view, async (call) => {
    await noteLookUp(call.deps, actorOf(call), call.params.memberNumber)
    return viewAs(call, call.params.memberNumber, false)
  })
  routes.on(memberSupport.openPortalView, async (call) => {
    await noteLookUp(call.deps, actorOf(call), call.params.memberNumber)
    return openPortalView(call, call.params.memberNumber, call.body.reason)
  })
  routes.on(memberSupport.endPortalView, endPortalView)
}
