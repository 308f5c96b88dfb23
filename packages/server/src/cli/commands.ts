import type { AboutCommand, Command } from './command.ts'

type Load = () => Promise<Command | AboutCommand>

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
    events: async () => (await import('./events.command.ts')).eventsCommand,
    export: async () => (await import('./payments.command.ts')).exportCommand,
  },
  'Payments and the bank': {
    payments: async () => (await import('./payments.command.ts')).paymentsCommand,
    reconcile: async () => (await import('./payments.command.ts')).reconcileCommand,
    runs: async () => (await import('./runs.command.ts')).runsCommand,
    nacha: async () => (await import('./runs.command.ts')).nachaCommand,
    'quick-pay': async () => (await import('./quick-pay.command.ts')).quickPayCommand,
  },
  'Members, staff and apps': {
    member: async () => (await import('./member.command.ts')).memberCommand,
    staff: async () => (await import('./staff.command.ts')).staffCommand,
    connect: async () => (await import('./connect.command.ts')).connectCommand,
  },
  Documents: {
    documents: async () => (await import('./documents.command.ts')).documentsCommand,
    photos: async () => (await import('./photos.command.ts')).photosCommand,
    applications: async () => (await import('./applications.command.ts')).applicationsCommand,
  },
  'About coopline': {
    help: async () => (await import('./about.command.ts')).helpCommand,
    completion: async () => (await import('./about.command.ts')).completionCommand,
    version: async () => (await import('./about.command.ts')).versionCommand,
  },
}

/** Every subcommand by its name. */
export const commands: Readonly<Record<string, Load>> = Object.assign({}, ...Object.values(commandGroups))
