/**
 * The API under `/app/…` for the window and the command line: what only a person does (imports, quotes, runs, keys, settings).
 * Everything a program could do goes through `/api/…`. Both sides parse with these schemas.
 *
 * Every call has `Authorization: Bearer <token>`; `X-Mintdesk-Project` names the project (default: the first).
 * Errors have the same body as the public API's: `{error: true, message, code, details?}`.
 * app-api/ has one file per subject; import from here, except in a thread that would load all files for the sake of one.
 * Amounts of a coin are `{amount, currency, decimals}`, in its smallest unit; gas prices are decimal strings. Times are ISO 8601 with
 * milliseconds, UTC.
 */

export * from './app-api/backups.ts'
export * from './app-api/checklist.ts'
export * from './app-api/collections.ts'
export * from './app-api/corrections.ts'
export * from './app-api/errors.ts'
export * from './app-api/events.ts'
export * from './app-api/hand-overs.ts'
export * from './app-api/imports.ts'
export * from './app-api/keys.ts'
export * from './app-api/money/caps.ts'
export * from './app-api/money/ownership.ts'
export * from './app-api/money/quotes.ts'
export * from './app-api/money/rates.ts'
export * from './app-api/money/signatures.ts'
export * from './app-api/money/withdrawals.ts'
export * from './app-api/networks.ts'
export * from './app-api/origins.ts'
export * from './app-api/people/passkeys.ts'
export * from './app-api/people/people.ts'
export * from './app-api/people/sessions.ts'
export * from './app-api/projects.ts'
export * from './app-api/records.ts'
export * from './app-api/recovery.ts'
export * from './app-api/runs.ts'
export * from './app-api/samples.ts'
export * from './app-api/shared-contracts.ts'
export * from './app-api/state.ts'
export type { Money } from './app-api/units.ts'
export * from './app-api/vault.ts'
export * from './app-api/waiting.ts'
export * from './app-api/wallets.ts'
export * from './app-api/webhooks.ts'
