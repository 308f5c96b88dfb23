import type { Executor } from '../../../platform/db/open-database.ts'

export async function insertSecondStep(
  executor: Executor,
  step: { readonly stepId: string; readonly loginId: string; readonly expiresAt: Date },
): Promise<void> {
  await executor
    .insertInto('portal.second_step')
    .values({ step_id: step.stepId, login_id: step.loginId, expires_at: step.expiresAt })
    .execute()
}

/** True while the second step is neither expired nor used. */
export async function isSecondStepOpen(executor: Executor, stepId: string, now: Date): Promise<boolean> {
  const row = await executor
    .selectFrom('portal.second_step')
    .select('step_id')
    .where('step_id', '=', stepId)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return row !== undefined
}

/** Uses up the second step. @returns false when it was used before or has expired. */
export async function takeSecondStep(executor: Executor, stepId: string, now: Date): Promise<boolean> {
  const rows = await executor
    .updateTable('portal.second_step')
    .set({ used_at: now })
    .where('step_id', '=', stepId)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning('step_id')
    .execute()
  return rows.length > 0
}
