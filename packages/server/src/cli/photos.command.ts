import { resolve } from 'node:path'
import { runPhotos } from '../features/usage/meter-readings/public.ts'
import { type Command, isOneSentence } from './command.ts'
import { runWithDeps } from './run-with-deps.ts'

const run = runWithDeps('photos', runPhotos)

/** `coopline photos …`: saves the photo that a member sent with a meter reading. */
export const photosCommand: Command = {
  name: 'photos',
  summary: 'Save the photo of a meter reading',
  calls: [{ words: 'save NUMBER --to FILE --by NAME', json: isOneSentence }],
  examples: ['photos save 12 --to meter.jpg --by "Dana, service"'],
  run: async (args, env) => {
    // The serving process may run in another folder.
    const resolved = args.map((word, place) => (args[place - 1] === '--to' && word !== '' ? resolve(word) : word))
    return run(resolved, env)
  },
}
