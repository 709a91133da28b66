import { sql as first } from './0001-first/index.ts'

/** Every migration in order; its number is its place, from 1. From the first release on, migrations are only added, never changed. */
export const migrations: readonly string[] = [first]

/**
 * A database's format (`user_version`) is this plus the number of its last migration. Formats up to this one were never released: their
 * databases are refused. Before the first release, whoever changes an existing migration raises this above every format so far.
 */
export const unreleased = 114
