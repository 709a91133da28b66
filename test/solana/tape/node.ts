/** A practice network's process whose programs are on a tape: MINTDESK_TAPE names it, MINTDESK_TAPE_MODE says `record` or `replay`. */
import { openMachine } from '../../../src/core/practice/solana/machine.ts'
import { serveNode } from '../../../src/core/practice/solana/serve-node.ts'
import { recording, replaying } from './machine.ts'

const { MINTDESK_TAPE: tape = '', MINTDESK_TAPE_MODE: mode } = process.env
if (mode === 'record') await serveNode((programs, snapshot) => recording(openMachine(programs, snapshot), tape))
else
  await serveNode(
    (programs, snapshot) => replaying(openMachine(programs, snapshot), tape),
    async () => [],
  )
