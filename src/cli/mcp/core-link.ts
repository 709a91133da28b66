import { type AppClient, createAppClient } from '../../shared/app-client.ts'
import { CallError, type Client } from '../../shared/http-client.ts'
import type { Connection } from '../connect.ts'

/** The connection to the core, made at the first call and again after the core was restarted. Every call uses the API key. */
export interface CoreLink {
  /** @throws CoreError as `connect`; CallError */
  with<Result>(work: (api: AppClient, client: Client) => Promise<Result>): Promise<Result>
  /** Ends the core if this command opened it. */
  close(): Promise<void>
}

/** @param connect finds the core, or opens one */
export function openCoreLink(connect: () => Promise<Connection>, apiKey: string): CoreLink {
  let connection: Promise<Connection> | undefined

  function connected(): Promise<Connection> {
    connection ??= connect().catch((error: unknown) => {
      connection = undefined
      throw error
    })
    return connection
  }

  return {
    async with(work) {
      const used = connected()
      const client = (await used).clientWithKey(apiKey)
      try {
        return await work(createAppClient(client), client)
      } catch (error) {
        // The core has ended: the next call connects again. A failed call is not repeated here, because it may mint.
        const isGone = error instanceof CallError && /^core\.(unreachable|stranger)$|^session\./.test(error.code)
        if (isGone && connection === used) connection = undefined
        throw error
      }
    },
    async close() {
      const open = await connection?.catch(() => undefined)
      await open?.close()
    },
  }
}
