import { runMemberCommand } from '../features/member-support/public.ts'
import type { Command } from './command.ts'
import { runWithDeps } from './run-with-deps.ts'

/** `coopline member …`: helps one member. */
export const memberCommand: Command = {
  name: 'member',
  summary: 'Find a member, unlock their online account, or sign them out everywhere',
  usage: 'member find TEXT [--json] | unlock MEMBER --by NAME | sign-out MEMBER --by NAME',
  run: runWithDeps('member', runMemberCommand),
}
