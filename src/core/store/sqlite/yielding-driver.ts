import { setImmediate as nextTurn } from 'node:timers/promises'
import { type DatabaseConnection, SqliteDialect, type SqliteDialectConfig, SqliteDriver } from 'kysely'

/** Ours: how long who works with the database one statement after the other may keep all else waiting, ms. */
const mostOfTurn = 10

export interface YieldingConfig extends SqliteDialectConfig {
  /** Told after each transaction that was committed. */
  committed?: () => void
}

/**
 * Kysely's SQLite, which gives everybody else a turn now and then. A statement is answered at once, so that who runs many of them never
 * waits for anything, and requests that have arrived meanwhile would not even be read.
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

  /** Before a transaction, or a statement outside of one; whoever is after the same connection waits behind this. */
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
