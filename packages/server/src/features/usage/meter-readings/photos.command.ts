import { type FeatureCommand, isOneSentence } from '../../../platform/command.ts'
import { runPhotos } from './run-photos-command.ts'

/** `coopline photos …`: saves the photo that a member sent with a meter reading. */
export const photosCommand: FeatureCommand = {
  name: 'photos',
  summary: 'Save the photo of a meter reading',
  calls: [{ words: 'save NUMBER --to FILE --by NAME', json: isOneSentence }],
  examples: ['photos save 12 --to meter.jpg --by "Dana, service"'],
  namesPath: '--to',
  run: runPhotos,
}
