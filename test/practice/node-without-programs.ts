/** A practice network's process that has the chain's own programs alone. */
import { openMachine } from '../../src/core/practice/solana/machine.ts'
import { serveNode } from '../../src/core/practice/solana/serve-node.ts'

await serveNode(openMachine, async () => [])
