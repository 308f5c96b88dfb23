import type { Executor, Tx } from '../../../platform/db/open-database.ts'

/** True when that browser has signed in to that login, and the record of that has neither expired nor been deleted. */
export async function isKnownDevice(
  executor: Executor,
  loginId: string,
  deviceHash: Uint8Array,
  now: Date,
): Promise<boolean> {
  const row = await executor
    .selectFrom('portal.known_device')
    .select('login_id')
    .where('device_hash', '=', deviceHash)
    .where('login_id', '=', loginId)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return row !== undefined
}

/** Finds the time when a login first used a browser; `undefined` when it has not. */
export async function findFirstUse(
  executor: Executor,
  loginId: string,
  deviceHash: Uint8Array,
): Promise<Date | undefined> {
  const row = await executor
    .selectFrom('portal.known_device')
    .select('first_used_at')
    .where('device_hash', '=', deviceHash)
    .where('login_id', '=', loginId)
    .executeTakeFirst()
  return row?.first_used_at
}

/** True when a login knows that browser, so that its cookie was created by the portal. */
export async function isIssuedDevice(executor: Executor, deviceHash: Uint8Array, now: Date): Promise<boolean> {
  const row = await executor
    .selectFrom('portal.known_device')
    .select('login_id')
    .where('device_hash', '=', deviceHash)
    .where('expires_at', '>', now)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

interface KnownDevice {
  readonly deviceHash: Uint8Array
  readonly loginId: string
  readonly now: Date
  readonly expiresAt: Date
}

/** Stores a device, and deletes those of the login that were used longest ago, so that `limit` remain. */
export async function upsertDevice(tx: Tx, device: KnownDevice, limit: number): Promise<void> {
  const used = { last_used_at: device.now, expires_at: device.expiresAt }
  await tx
    .insertInto('portal.known_device')
    .values({ device_hash: device.deviceHash, login_id: device.loginId, first_used_at: device.now, ...used })
    .onConflict((conflict) => conflict.columns(['device_hash', 'login_id']).doUpdateSet(used))
    .execute()
  await tx
    .deleteFrom('portal.known_device')
    .where('login_id', '=', device.loginId)
    .where('device_hash', 'in', (eb) =>
      eb
        .selectFrom('portal.known_device')
        .select('device_hash')
        .where('login_id', '=', device.loginId)
        .orderBy('last_used_at', 'desc')
        .orderBy('device_hash')
        .offset(limit),
    )
    .execute()
}

/** Deletes every device of a login except one. */
export async function deleteDevices(executor: Executor, loginId: string, except?: Uint8Array): Promise<void> {
  await executor
    .deleteFrom('portal.known_device')
    .where('login_id', '=', loginId)
    .$if(except !== undefined, (query) => query.where('device_hash', '<>', except ?? new Uint8Array()))
    .execute()
}
