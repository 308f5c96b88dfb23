import type { FeatureCommandName } from '../features.ts'
import type { AboutCommand, Command } from './command.ts'

type Load = () => Promise<Command | AboutCommand>

const ofFeature =
  (name: FeatureCommandName): Load =>
  async () =>
    (await import('./run-with-deps.ts')).loadFeatureCommand(name)

/** Every subcommand by its group and name; each is loaded when it is called, because most need modules that the others do not. */
export const commandGroups: Readonly<Record<string, Readonly<Record<string, Load>>>> = {
  'Run the portal': {
    serve: async () => (await import('./load-serve.ts')).loadServe(),
    migrate: async () => (await import('./migrate.command.ts')).migrateCommand,
    doctor: async () => (await import('./doctor.command.ts')).doctorCommand,
    maintenance: async () => (await import('./maintenance.command.ts')).maintenanceCommand,
    jobs: async () => (await import('./jobs.command.ts')).jobsCommand,
    keys: async () => (await import('./keys.command.ts')).keysCommand,
    settings: async () => (await import('./settings.command.ts')).settingsCommand,
    db: async () => (await import('./db.command.ts')).dbCommand,
  },
  'Back up': {
    backup: async () => (await import('./backup.command.ts')).backupCommand,
    restore: async () => (await import('./restore.command.ts')).restoreCommand,
  },
  'Exchange data with the cooperative’s systems': {
    import: async () => (await import('./import.command.ts')).importCommand,
    watch: async () => (await import('./watch.command.ts')).watchCommand,
    events: ofFeature('events'),
    'api-keys': ofFeature('api-keys'),
    export: ofFeature('export'),
  },
  'Payments and the bank': {
    payments: ofFeature('payments'),
    reconcile: ofFeature('reconcile'),
    runs: ofFeature('runs'),
    nacha: ofFeature('nacha'),
    'quick-pay': ofFeature('quick-pay'),
  },
  'Members, staff and apps': {
    member: ofFeature('member'),
    staff: ofFeature('staff'),
    connect: ofFeature('connect'),
  },
  Documents: {
    documents: ofFeature('documents'),
    photos: ofFeature('photos'),
    applications: ofFeature('applications'),
  },
  'About coopline': {
    help: async () => (await import('./about.command.ts')).helpCommand,
    completion: async () => (await import('./about.command.ts')).completionCommand,
    version: async () => (await import('./about.command.ts')).versionCommand,
  },
}

/** Every subcommand by its name. */
export const commands: Readonly<Record<string, Load>> = Object.assign({}, ...Object.values(commandGroups))
