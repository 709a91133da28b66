/**
 * The wallets of a project's users, and how many NFTs were minted to each. Triggers count these, in the transaction in which a mint succeeds or
 * is lost again. There is no index of mints by recipient: it would have to be written for each added row of a file.
 */

/** Whether a recipient is a user, not an address. Comparisons with ranges take less time than with a pattern. */
const isUser = (recipient: string): string =>
  `(${recipient} >= 'email:' AND ${recipient} < 'email;' OR ${recipient} >= 'userId:' AND ${recipient} < 'userId;')`

const inMintedBatch = (mint: string): string => `EXISTS (
  SELECT 1 FROM members CROSS JOIN batches ON batches.pk = members.batch_pk
  WHERE members.mint_pk = ${mint}.pk AND batches.state = 'succeeded')`
/** A batch's own row alone says that it was minted (src/core/store/journal/mints-now.ts). */
const isMinted = (mint: string): string =>
  `(${mint}.state = 'succeeded' OR ${mint}.state = 'open' AND ${inMintedBatch(mint)})`

/** The kind and the user in a locator `<kind>:<user>:<chain>`. The chain is the collection's; user ids may contain colons. */
const kind = (recipient: string): string => `substr(${recipient}, 1, instr(${recipient}, ':') - 1)`
const user = (recipient: string): string => `substr(${recipient}, instr(${recipient}, ':') + 1,
  length(${recipient}) - instr(${recipient}, ':') - 1 - length(collections.chain))`

const counted = `(project_id, kind, user, chain, address, created_at, nfts)`
/** Mints found on the chain may be for users whose wallets were never asked for: these have no address until they are. */
const wallet = (recipient: string): string =>
  `collections.project_id, ${kind(recipient)}, ${user(recipient)}, collections.chain, NULL, 0`
const added = `ON CONFLICT DO UPDATE SET nfts = nfts + excluded.nfts;`

/** Adds a mint's units to the count of its user's wallet, or subtracts them. */
const count = (mint: 'OLD' | 'NEW', sign: '' | '-'): string => `
  INSERT INTO wallets ${counted}
    SELECT ${wallet(`${mint}.recipient`)}, ${sign}${mint}.amount FROM collections
    WHERE collections.pk = ${mint}.collection_pk AND ${isUser(`${mint}.recipient`)} AND ${isMinted(mint)} ${added}`

/** The same for a batch. Mints whose own rows say that they were minted are counted by the trigger of those rows. */
const countBatch = (sign: '' | '-'): string => `
  INSERT INTO wallets ${counted}
    SELECT ${wallet('mints.recipient')}, ${sign}sum(mints.amount)
    FROM members CROSS JOIN mints ON mints.pk = members.mint_pk CROSS JOIN collections ON collections.pk = NEW.collection_pk
    WHERE members.batch_pk = NEW.pk AND mints.state = 'open' AND ${isUser('mints.recipient')}
    GROUP BY mints.recipient ${added}`

/**
 * Whether the project has wallets of users. They are entered before a mint to them is in a batch: without any, the batch's 500 wide rows need
 * not be read.
 */
const hasUsers = `EXISTS (
  SELECT 1 FROM wallets WHERE project_id = (SELECT project_id FROM collections WHERE pk = NEW.collection_pk))`

export const sql = `
-- address: NULL until somebody asks for it; such a wallet is in no list. nfts: minted to it, copies one by one. name: the user, to be sorted and
-- searched by.
CREATE TABLE wallets (
  project_id TEXT NOT NULL REFERENCES projects(id),
  kind TEXT NOT NULL CHECK (kind IN ('email', 'userId')),
  user TEXT NOT NULL,
  chain TEXT NOT NULL,
  address TEXT,
  created_at INTEGER NOT NULL,
  nfts INTEGER NOT NULL DEFAULT 0,
  name TEXT COLLATE NOCASE GENERATED ALWAYS AS (user) VIRTUAL,
  PRIMARY KEY (project_id, kind, user, chain)
) STRICT, WITHOUT ROWID;
CREATE INDEX wallets_named ON wallets (project_id, name, user, kind, chain) WHERE address IS NOT NULL;
CREATE INDEX wallets_newest ON wallets (project_id, created_at DESC, name, user, kind, chain) WHERE address IS NOT NULL;
CREATE INDEX wallets_most ON wallets (project_id, nfts DESC, name, user, kind, chain) WHERE address IS NOT NULL;
CREATE INDEX wallets_address ON wallets (project_id, address) WHERE address IS NOT NULL;
-- E-mail addresses that look like others': few have letters beyond ASCII.
CREATE INDEX wallets_folding ON wallets (project_id, user) WHERE kind = 'email' AND user GLOB '*[^ -~]*';

CREATE TRIGGER batch_counted AFTER UPDATE OF state ON batches WHEN NEW.state = 'succeeded' AND OLD.state <> 'succeeded'
  AND ${hasUsers}
BEGIN${countBatch('')}
END;
CREATE TRIGGER batch_uncounted AFTER UPDATE OF state ON batches WHEN OLD.state = 'succeeded' AND NEW.state <> 'succeeded'
  AND ${hasUsers}
BEGIN${countBatch('-')}
END;
-- Before: the members that tell what it was are there until it waits again.
CREATE TRIGGER mint_recounted BEFORE UPDATE OF state, recipient, amount ON mints
WHEN ${isUser('OLD.recipient')} OR ${isUser('NEW.recipient')}
BEGIN${count('OLD', '-')}${count('NEW', '')}
END;
CREATE TRIGGER mint_uncounted AFTER DELETE ON mints WHEN ${isUser('OLD.recipient')}
BEGIN${count('OLD', '-')}
END;
`
