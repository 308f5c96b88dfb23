import type { Command } from './command.ts'

/** Every subcommand by its name; each is loaded when it is called, as most need much that the others do not. */
export const commands: Readonly<Record<string, () => Promise<Command>>> = {
  serve: async () => (await import('./serve.command.ts')).serveCommand,
  migrate: async () => (await import('./migrate.command.ts')).migrateCommand,
  doctor: async () => (await import('./doctor.command.ts')).doctorCommand,
  backup: async () => (await import('./backup.command.ts')).backupCommand,
  restore: async () => (await import('./restore.command.ts')).restoreCommand,
  import: async () => (await import('./import.command.ts')).importCommand,
  watch: async () => (await import('./watch.command.ts')).watchCommand,
  settings: async () => (await import('./settings.command.ts')).settingsCommand,
  payments: async () => (await import('./payments.command.ts')).paymentsCommand,
  reconcile: async () => (await import('./payments.command.ts')).reconcileCommand,
  export: async () => (await import('./payments.command.ts')).exportCommand,
  runs: async () => (await import('./runs.command.ts')).runsCommand,
  nacha: async () => (await import('./runs.command.ts')).nachaCommand,
  member: async () => (await import('./member.command.ts')).memberCommand,
  staff: async () => (await import('./staff.command.ts')).staffCommand,
  'quick-pay': async () => (await import('./quick-pay.command.ts')).quickPayCommand,
  connect: async () => (await import('./connect.command.ts')).connectCommand,
  keys: async () => (await import('./keys.command.ts')).keysCommand,
  maintenance: async () => (await import('./maintenance.command.ts')).maintenanceCommand,
  jobs: async () => (await import('./jobs.command.ts')).jobsCommand,
  documents: async () => (await import('./documents.command.ts')).documentsCommand,
  photos: async () => (await import('./photos.command.ts')).photosCommand,
  applications: async () => (await import('./applications.command.ts')).applicationsCommand,
  events: async () => (await import('./events.command.ts')).eventsCommand,
}
