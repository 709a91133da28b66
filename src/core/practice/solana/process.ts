/** The process of a practice network of Solana: litesvm behind a JSON-RPC server. */
import { openMachine } from './machine.ts'
import { serveNode } from './serve-node.ts'

void serveNode(openMachine)
