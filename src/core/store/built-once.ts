import {
  type CompiledQuery,
  DummyDriver,
  Kysely,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type Transaction,
} from 'kysely'
import type { Database } from './schema.ts'

type Db = Kysely<Database> | Transaction<Database>

/** Stands in a statement for a value that is given when it is run. */
class Slot {
  readonly name: PropertyKey
  constructor(name: PropertyKey) {
    this.name = name
  }
}

/**
 * A statement that every request runs: its text is built once, which takes longer than to run it.
 * @param build gets stand-ins of the values, to be used as values only: what it builds must not depend on them
 * @returns runs it with values
 */
export function builtOnce<Values extends object, Row>(
  build: (db: Kysely<Database>, values: Values) => { compile(): CompiledQuery<Row> },
): (db: Db, values: Values) => Promise<Row[]> {
  const slots = new Proxy({}, { get: (_target, name) => new Slot(name) }) as Values
  const built = build(builder(), slots).compile()
  return async (db, values) => {
    const parameters = built.parameters.map((one): unknown =>
      one instanceof Slot ? Reflect.get(values, one.name) : one,
    )
    return (await db.executeQuery<Row>({ ...built, parameters })).rows
  }
}

/** Builds statements, and runs none. */
function builder(): Kysely<Database> {
  return new Kysely<Database>({
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new SqliteIntrospector(db),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  })
}
