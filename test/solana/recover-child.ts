/** A process that recovers on the practice network of a data folder, and kills itself at a statement: folder, node's program, statement. */
import type { KyselyPlugin } from 'kysely'
import { openEngine } from '../minting/open-engine.ts'
import { recoverIn, smallPages } from './recovery.ts'

const [dir = '', program = '', programs = '', words = '', most = ''] = process.argv.slice(2)
let left = Number(most)
const dying: KyselyPlugin = {
  transformQuery({ node }) {
    if (left-- === 0) process.kill(process.pid, 'SIGKILL')
    return node
  },
  transformResult: async ({ result }) => result,
}
const node = { program, programs: programs === '' ? [] : [programs] }
const world = await openEngine({ dir, mnemonic: words, solana: { ...node, slotMs: 100 }, start: false })
await recoverIn(world, { history: smallPages, db: world.db.withPlugin(dying) })
await world.close()
