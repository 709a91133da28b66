/** The first schema. What the columns hold is said in store/tables. */
import { sql as actions } from './actions.ts'
import { sql as collections } from './collections.ts'
import { sql as handOvers } from './hand-overs.ts'
import { sql as holdings } from './holdings.ts'
import { sql as installation } from './installation.ts'
import { sql as journal } from './journal.ts'
import { sql as outbox } from './outbox.ts'
import { sql as records } from './records.ts'
import { sql as spending } from './spending.ts'
import { sql as transactions } from './transactions.ts'
import { sql as wallets } from './wallets.ts'
import { sql as withdrawals } from './withdrawals.ts'

export const sql = [
  installation,
  collections,
  journal,
  wallets,
  transactions,
  actions,
  handOvers,
  holdings,
  outbox,
  records,
  spending,
  withdrawals,
].join('\n')
