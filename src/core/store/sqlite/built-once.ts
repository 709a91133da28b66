import {
  type CompiledQuery,
  DummyDriver,
  Kysely,
  type SchemableIdentifierNode,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type Transaction,
} from 'kysely'
import type { Database } from '../tables/schema.ts'
import type { Reader } from './reader.ts'
import type { Table } from './row-cache.ts'

type Db = Kysely<Database> | Transaction<Database>

/** Stands in a statement for a value that is given when it is run. */
class Slot {
  readonly name: PropertyKey
  constructor(name: PropertyKey) {
    this.name = name
  }
}

/** Runs a statement with values. */
export interface BuiltOnce<Values, Row> {
  (db: Db, values: Values): Promise<Row[]>
  /** The same on committed data only, synchronously. */
  now(reader: Reader, values: Values): Row[]
  /** Which tables it reads. */
  tables(): Table[]
}

/**
 * A statement that every request runs. Its text is built once, at its first use: building it takes longer than running it.
 * @param build gets stand-ins of the values, to be used as values only: the text must not depend on them
 */
export function builtOnce<Values extends object, Row>(
  build: (db: Kysely<Database>, values: Values) => { compile(): CompiledQuery<Row> },
): BuiltOnce<Values, Row> {
  const slots = new Proxy({}, { get: (_target, name) => new Slot(name) }) as Values
  let made: CompiledQuery<Row> | undefined
  const built = (): CompiledQuery<Row> => {
    made ??= build(builder(), slots).compile()
    return made
  }
  const filled = (values: Values): unknown[] =>
    built().parameters.map((one): unknown => (one instanceof Slot ? Reflect.get(values, one.name) : one))
  const run = async (db: Db, values: Values): Promise<Row[]> =>
    (await db.executeQuery<Row>({ ...built(), parameters: filled(values) })).rows
  return Object.assign(run, {
    now: (reader: Reader, values: Values) => reader.all(built().sql, filled(values)) as Row[],
    tables: () => [...tablesIn(built().query)],
  })
}

/** The tables that any of the statements reads; found out at the first call. */
export function tablesOf(statements: readonly { tables(): Table[] }[]): () => readonly Table[] {
  let found: Table[] | undefined
  return () => {
    found ??= [...new Set(statements.flatMap((one) => one.tables()))]
    return found
  }
}

/** The tables that a tree of nodes names, those of its inner statements included. */
function tablesIn(node: unknown, found = new Set<Table>()): Set<Table> {
  if (typeof node !== 'object' || node === null) return found
  if ('kind' in node && node.kind === 'SchemableIdentifierNode') {
    const { identifier } = node as SchemableIdentifierNode
    return found.add(identifier.name as Table)
  }
  for (const inner of Object.values(node)) tablesIn(inner, found)
  return found
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
