import { setImmediate as nextTurn } from 'node:timers/promises'
import { type DatabaseConnection, SqliteDialect, type SqliteDialectConfig, SqliteDriver } from 'kysely'

/** Ours: how long code that runs one statement after the other may keep everything else waiting, ms. */
const mostOfTurn = 10

export interface YieldingConfig extends SqliteDialectConfig {
  /** Called after each transaction that was committed. */
  committed?: () => void
}

/**
 * Kysely's SQLite, which gives the event loop a turn now and then. SQLite answers synchronously, so code that runs many statements never
 * yields by itself, and requests that have arrived meanwhile would not even be read.
 */
export class YieldingDialect extends SqliteDialect {
  readonly #config: YieldingConfig

  constructor(config: YieldingConfig) {
    super(config)
    this.#config = config
  }

  override createDriver(): SqliteDriver {
    return new YieldingDriver(this.#config)
  }
}

class YieldingDriver extends SqliteDriver {
  readonly #committed: (() => void) | undefined
  #began: number | undefined

  constructor({ committed, ...config }: YieldingConfig) {
    super(config)
    this.#committed = committed
  }

  /** Called before a transaction, or before a statement outside of one; later callers wait for the connection behind this one. */
  override async acquireConnection(): Promise<DatabaseConnection> {
    const now = performance.now()
    if (this.#began === undefined) {
      this.#began = now
      setImmediate(() => {
        this.#began = undefined
      })
    } else if (now - this.#began > mostOfTurn) await nextTurn()
    return await super.acquireConnection()
  }

  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await super.commitTransaction(connection)
    this.#committed?.()
  }
}
