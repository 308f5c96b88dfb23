import type { FileAnswer } from '@coopline/contract/endpoint'
import { maxPhotoBytes, type PhotoFault } from '@coopline/rules/usage/meter-readings/check-meter-reading'
import { meterReadingMessage } from '@coopline/rules/usage/meter-readings/meter-readings.messages'
import { recordAttempt } from '../../../platform/attempts/record-attempt.ts'
import type { Tx } from '../../../platform/db/open-database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { NotOwned, Refused, TooManyAttempts } from '../../../platform/errors.ts'
import { refusal } from '../../../platform/refusal.ts'
import type { MemberRequest } from '../../../platform/http/call.ts'
import { cleanImage, type CleanImage } from '../../../platform/uploads/clean-image.ts'
import { decryptFile, encryptFile } from '../../../platform/uploads/encrypt-file.ts'
import { ImageRefused } from '../../../platform/uploads/image-refused.ts'
import { findOwnPhoto, insertPhoto, type StoredPhoto } from './photos.store.ts'

const day = 86_400
/** Photos of one member a day. Sending a reading again with its photo counts again. */
const photosPerDay = 20

/** The additional data that binds the encryption to a photo. */
export const photoOf = (readingId: number): string => `meter-reading:${readingId}`

/**
 * Checks the photo of a reading by its bytes and removes its metadata.
 *
 * @param photoBase64 undefined without a photo.
 * @throws Refused for a file that is not a valid picture; TooManyAttempts.
 */
export async function takePhoto(
  deps: Pick<Deps, 'db' | 'clock'>,
  { memberNumber }: { readonly memberNumber: string },
  photoBase64: string | undefined,
): Promise<CleanImage | null> {
  if (photoBase64 === undefined) return null
  const limit = { kind: 'meter-readings.photo', subject: memberNumber, windowSeconds: day, limit: photosPerDay }
  const count = await recordAttempt(deps.db, limit, deps.clock.now())
  if (!count.allowed) throw new TooManyAttempts(limit.kind, count.retryAfterSeconds)
  const bytes = Buffer.from(photoBase64, 'base64')
  const refuse = (code: PhotoFault) => {
    const problem = { code, field: 'photoBase64' } as const
    return new Refused(refusal(meterReadingMessage, problem))
  }
  if (bytes.length > maxPhotoBytes) throw refuse('photo-too-large')
  try {
    return cleanImage(bytes)
  } catch (error) {
    throw error instanceof ImageRefused ? refuse(error.fault) : error
  }
}

/** Keeps the photo of a reading, encrypted. @returns false when the reading already has one. */
export const keepPhoto = async (
  deps: Pick<Deps, 'keys' | 'random'>,
  tx: Tx,
  {
    photo,
    ...of
  }: {
    readonly photo: CleanImage
    readonly readingId: number
    readonly accountNumber: string
    readonly memberNumber: string
    readonly now: Date
  },
): Promise<boolean> =>
  insertPhoto(tx, { ...of, mediaType: photo.mediaType, ...encryptFile(deps, photo.bytes, photoOf(of.readingId)) })

/** The file name that a photo is saved under: made of the reading's number alone. */
const photoFileName = ({ readingId, mediaType }: Pick<StoredPhoto, 'readingId' | 'mediaType'>): string =>
  `meter-reading-${readingId}.${mediaType === 'image/png' ? 'png' : 'jpg'}`

/** The photo of a reading that the member sent. @throws NotOwned. */
export async function loadPhoto(
  { db, keys }: Pick<Deps, 'db' | 'keys'>,
  { caller: { memberNumber } }: MemberRequest,
  { accountNumber, readingId }: { readonly accountNumber: string; readonly readingId: number },
): Promise<FileAnswer> {
  const photo = await findOwnPhoto(db, { memberNumber, accountNumber, readingId })
  if (photo === undefined) throw new NotOwned('No such photo', { accountNumber })
  const bytes = decryptFile(keys, photo, photoOf(readingId))
  return { fileName: photoFileName(photo), pieces: piecesOf(bytes) }
}

async function* piecesOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}
