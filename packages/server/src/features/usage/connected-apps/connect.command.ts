import { type FeatureCommand, isOneSentence } from '../../../platform/command.ts'
import { runConnectCommand } from './run-connect-command.ts'

/** `coopline connect …`: manages the apps that may request access to members' usage. */
export const connectCommand: FeatureCommand = {
  name: 'connect',
  summary: 'List, add, change and remove the apps that members can connect',
  calls: [
    { words: 'apps list', json: true },
    { words: 'apps add NAME --redirect ADDRESS… [--home ADDRESS] [--notify ADDRESS] [--public]', json: true },
    { words: 'apps notify CLIENT_ID [ADDRESS]', json: isOneSentence },
    { words: 'apps remove CLIENT_ID', json: isOneSentence },
  ],
  examples: ['connect apps list', 'connect apps add "Solar Planner" --redirect https://app.example.org/callback'],
  run: runConnectCommand,
}
