/** Every call the window makes, by name. */
import { createAppClient } from '../../../shared/app-client.ts'
import type { Caller } from '../../../shared/http-client.ts'
import { description } from '../developers/operations.ts'
import type { PushedObjects } from './pushed.ts'

/**
 * The calls of one session, named by their subject. Each throws `CallError`.
 * @param pushed objects of events that arrive during a call; its answer never overwrites them
 */
export function createApi(caller: Caller, pushed: PushedObjects) {
  const calls = createAppClient(caller)
  const { imports, runs, handOvers, scans } = pushed
  return {
    ...calls,
    description: () => caller.get(description, '/openapi.json'),
    openedFile: async (id: string) => {
      const answer = await calls.openedFile(id)
      const name = decodeURIComponent(answer.headers.get('x-file-name') ?? '')
      return new File([await answer.blob()], name)
    },
    sampleFile: async (name: string) => {
      const answer = await calls.sampleFile(name)
      const bytes = await answer.blob()
      return new File([bytes], name, { type: bytes.type })
    },

    imports: merged(calls.imports, imports.list),
    importOf: merged(calls.importOf, imports.one),
    createImport: (file: File, collectionId: string) =>
      imports.one(calls.createImport(file, { name: file.name, collectionId })),
    patchImport: merged(calls.patchImport, imports.one),
    cure: merged(calls.cure, imports.one),
    undoCorrection: merged(calls.undoCorrection, imports.one),

    startRun: merged(calls.startRun, runs.one),
    changeRun: merged(calls.changeRun, runs.one),
    runs: merged(calls.runs, runs.list),
    runOf: merged(calls.runOf, runs.one),
    orderRun: merged(calls.orderRun, runs.one),

    createHandOver: merged(calls.createHandOver, handOvers.one),
    handOvers: merged(calls.handOvers, handOvers.list),
    handOverOf: merged(calls.handOverOf, handOvers.one),
    startHandOver: merged(calls.startHandOver, handOvers.one),
    orderHandOver: merged(calls.orderHandOver, handOvers.one),

    walletScan: merged(calls.walletScan, scans.one),
    orderScan: merged(calls.orderScan, scans.one),
  }
}
export type Api = ReturnType<typeof createApi>

/** A call whose answer yields to events that arrive while it is under way. */
function merged<Of extends unknown[], Answer>(
  call: (...of: Of) => Promise<Answer>,
  merge: (answer: Promise<Answer>) => Promise<Answer>,
): (...of: Of) => Promise<Answer> {
  return (...of) => merge(call(...of))
}
