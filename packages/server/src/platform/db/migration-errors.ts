/** Thrown when the database cannot be brought up to date. The message tells the operator why and what to do. */
export class MigrationRefused extends Error {
  constructor(message: string) {
    super(message)
    this.name = new.target.name
  }
}

/** Thrown when a migration that has been applied was edited since: migrations are only added. */
export class MigrationEdited extends MigrationRefused {
  constructor(name: string) {
    super(`Migration ${name} was edited after it had been applied. Restore it and add a new migration instead.`)
  }
}

/** Thrown when migrations are missing and the role that serves may not apply them. */
export class MigrationNotAllowed extends MigrationRefused {
  constructor() {
    super('The database is not up to date, and this role does not own it. Run `coopline migrate` as its owner first.')
  }
}

/** Thrown when a migration needs a table that another transaction keeps locked. The migration was not applied. */
export class MigrationBlocked extends MigrationRefused {
  constructor(name: string, tables: readonly string[]) {
    super(
      `Migration ${name} could not lock ${tables.join(', ') || 'its tables'}. Nothing of it was applied; end that transaction, or try again later.`,
    )
  }
}

/** Thrown when the migrations before the baseline made the database. It stays as it is (decision 0032). */
export class DatabaseBeforeBaseline extends MigrationRefused {
  constructor() {
    super(
      'A version before 1.0 made this database, and it cannot be upgraded. Nothing was changed. Create a new database (or choose another DATA_DIR) and import the settings and the data again. Keep the old one: members’ logins and choices, payments and the audit are in no import.',
    )
  }
}
