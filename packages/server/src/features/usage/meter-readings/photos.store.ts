import type { Executor, Tx } from '../../../platform/db/open-database.ts'

export interface StoredPhoto {
  readonly readingId: number
  readonly mediaType: string
  readonly sealedKey: Uint8Array
  readonly content: Uint8Array
}

/** Inserts the photo of a reading. @returns false when the reading already has one. */
export async function insertPhoto(
  tx: Tx,
  photo: StoredPhoto & { readonly accountNumber: string; readonly memberNumber: string; readonly now: Date },
): Promise<boolean> {
  const inserted = await tx
    .insertInto('portal.meter_reading_photo')
    .values({
      reading_id: photo.readingId,
      account_number: photo.accountNumber,
      member_number: photo.memberNumber,
      media_type: photo.mediaType,
      sealed_key: photo.sealedKey,
      content: photo.content,
      created_at: photo.now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('reading_id')
    .executeTakeFirst()
  return inserted !== undefined
}

const photos = (executor: Executor) =>
  executor
    .selectFrom('portal.meter_reading_photo')
    .select([
      'reading_id as readingId',
      'media_type as mediaType',
      'sealed_key as sealedKey',
      'content',
      'account_number as accountNumber',
      'member_number as memberNumber',
    ])

/** Finds the photo of a reading that this member sent for this account. */
export const findOwnPhoto = async (
  executor: Executor,
  { memberNumber, accountNumber, readingId }: { memberNumber: string; accountNumber: string; readingId: number },
): Promise<StoredPhoto | undefined> =>
  photos(executor)
    .where('reading_id', '=', readingId)
    .where('account_number', '=', accountNumber)
    .where('member_number', '=', memberNumber)
    .executeTakeFirst()

/** Finds the photo of a reading, for staff. */
export const findPhoto = async (
  executor: Executor,
  readingId: number,
): Promise<(StoredPhoto & { readonly accountNumber: string; readonly memberNumber: string }) | undefined> =>
  photos(executor).where('reading_id', '=', readingId).executeTakeFirst()
