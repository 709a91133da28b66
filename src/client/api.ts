// Written from the API's description by `npm run client`; not edited by hand.
export interface paths {
    "/api/2022-06-09/actions/{actionId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an action
         * @description Found by the id of the action or of the NFT. Any scope reads actions of its own kind; `nfts.create` reads all.
         */
        get: operations["getAction"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/2022-06-09/collections": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the collections of the project, oldest first
         * @description All of them, or with any of `page`, `perPage` and `cursor` a page: `cursor` is the header `X-Mintdesk-Next` of the page before.
         */
        get: operations["listCollections"];
        put?: never;
        /**
         * Create a collection
         * @description Its contract is deployed at once; the action tells when it is on chain. `Idempotency-Key` makes repeats safe.
         */
        post: operations["createCollection"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/2022-06-09/collections/{collectionId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a collection */
        get: operations["getCollection"];
        /**
         * Create a collection under your own id
         * @description The same id again answers the collection as it stands and creates nothing: `Idempotent-Replay: true`, and `Idempotent-Mismatch` names the fields that asked for something else.
         */
        put: operations["putCollection"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change the supply limit or the payments of a collection
         * @description Answered when it is on disk; the action tells when it is on chain, and counts at once for what is accepted. Both at once make two actions, of which the last is answered. null takes a limit or a sale away.
         */
        patch: operations["updateCollection"];
        trace?: never;
    };
    "/api/2022-06-09/collections/{collectionId}/nfts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the NFTs of a collection, oldest first
         * @description By `page`, or with `cursor` from the header `X-Mintdesk-Next` of the page before. With `Accept: application/x-ndjson` all of them are sent, one NFT a line, from `cursor` on where there is one.
         */
        get: operations["listNfts"];
        put?: never;
        /**
         * Mint an NFT, or up to 10,000 at once
         * @description A body of `{"nfts": […]}` is a batch: taken whole or, with 400 and every fault, not at all. `templateId` in place of `metadata` mints an edition of that template. Answered once it is on disk. `Idempotency-Key` makes repeats safe.
         */
        post: operations["mintNft"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/2022-06-09/collections/{collectionId}/nfts/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read an NFT */
        get: operations["getNft"];
        /**
         * Mint an NFT under your own id: once, whatever happens
         * @description The same id again answers the NFT as `GET` does and mints nothing: `Idempotent-Replay: true`, and `Idempotent-Mismatch` names the fields that asked for something else.
         */
        put: operations["putNft"];
        post?: never;
        /**
         * Burn an NFT
         * @description Only what a wallet of the project holds can be burnt. It is gone for good.
         */
        delete: operations["deleteNft"];
        options?: never;
        head?: never;
        /**
         * Replace the metadata of an NFT
         * @description The new metadata replaces the old whole. Linked files are copied before the answer.
         */
        patch: operations["updateNft"];
        trace?: never;
    };
    "/api/2022-06-09/collections/{collectionId}/sfts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Mint copies of a template
         * @description Answered once it is on disk. `Idempotency-Key` makes repeats safe.
         */
        post: operations["mintSft"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/2022-06-09/collections/{collectionId}/templates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the templates of a collection, oldest first */
        get: operations["listTemplates"];
        put?: never;
        /**
         * Make a template
         * @description Nothing is sent: the contract learns of it with its first copies. `Idempotency-Key` makes repeats safe.
         */
        post: operations["createTemplate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/2022-06-09/collections/{collectionId}/templates/{templateId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a template */
        get: operations["getTemplate"];
        /**
         * Make a template under your own id
         * @description The same id again answers the template as it stands and changes nothing: `Idempotent-Replay: true`, and `Idempotent-Mismatch` names the fields that asked for something else.
         */
        put: operations["putTemplate"];
        post?: never;
        /** Remove a template that nothing was minted from */
        delete: operations["deleteTemplate"];
        options?: never;
        head?: never;
        /**
         * Change the metadata or the supply of a template
         * @description Once copies of it were minted, the contract is changed as well. New metadata replaces the old whole.
         */
        patch: operations["updateTemplate"];
        trace?: never;
    };
    "/api/2022-06-09/wallets/{identifier}/nfts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the NFTs that a wallet holds, oldest first
         * @description By `page`, or with `cursor` from the header `X-Mintdesk-Next` of the page before: of the same wallet, with the same filters. With `Accept: application/x-ndjson` all of them are sent, one NFT a line, from `cursor` on where there is one. The header `X-Mintdesk-Coverage` says what the list covers: `own` (contracts of this Mintdesk), `provider` (also what a provider knows) or `full`; `X-Mintdesk-Coverage-Note` says in a sentence why it is less than it could be. On Cardano an index alone tells what a wallet holds, and the list is by policy and name.
         */
        get: operations["listWalletNfts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1-alpha1/minting/collections/{collectionId}/base-uri": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read the base URI of a collection, as the chain has it */
        get: operations["getBaseUri"];
        /**
         * Set the base URI of a collection
         * @description Answered when it is on disk; the action in `Location` tells when it is on chain. With it set, metadata may be left out of a mint: the token's URI is then `{uri}/{tokenId}`.
         */
        put: operations["putBaseUri"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1-alpha1/minting/collections/{collectionId}/royalties": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read the royalties of a collection, as the chain has them */
        get: operations["getRoyalties"];
        /**
         * Set the royalties of a collection
         * @description Answered when it is on disk; the action in `Location` tells when it is on chain. One recipient, as EIP-2981 has it.
         */
        put: operations["putRoyalties"];
        post?: never;
        /**
         * Take the royalties of a collection away
         * @description Answered when it is on disk; the action in `Location` tells when it is on chain.
         */
        delete: operations["deleteRoyalties"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1-alpha1/minting/collections/{collectionId}/transferable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Whether holders can transfer their tokens, as the chain has it */
        get: operations["getTransferable"];
        /**
         * Let holders transfer their tokens, or not
         * @description Answered when it is on disk; the action in `Location` tells when it is on chain. Off: transfers and approvals are refused by the contract; minting and burning are not.
         */
        put: operations["putTransferable"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1-alpha1/nfts/{locator}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Replace the metadata of an NFT that is named by its locator
         * @description As the update under the collection, for `<chain>:<contract>:<tokenId>`, on Solana and Aptos `<chain>:<address of the token>`.
         */
        patch: operations["updateLocatedNft"];
        trace?: never;
    };
    "/api/v1-alpha1/transfer": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Transfer an NFT out of a wallet made with a user id
         * @description Needs enterprise access, which a person turns on for the project. Answers with no body; the header `Location` is the action. `Idempotency-Key` makes repeats safe.
         */
        post: operations["transferNft"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1-alpha1/wallets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the wallets of a user
         * @description By `userId` or by `email`, not both. An unknown user has none.
         */
        get: operations["listWallets"];
        put?: never;
        /**
         * Make the wallet of a user
         * @description A user has one wallet a chain; asking again answers the same.
         */
        post: operations["createWallet"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1-alpha1/wallets/{identifier}/nfts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the NFTs that a wallet holds, oldest first
         * @description By `page`, or with `cursor` from the header `X-Mintdesk-Next` of the page before: of the same wallet, with the same filters. With `Accept: application/x-ndjson` all of them are sent, one NFT a line, from `cursor` on where there is one. The header `X-Mintdesk-Coverage` says what the list covers: `own` (contracts of this Mintdesk), `provider` (also what a provider knows) or `full`; `X-Mintdesk-Coverage-Note` says in a sentence why it is less than it could be. On Cardano an index alone tells what a wallet holds, and the list is by policy and name.
         */
        get: operations["listWalletNftsAlpha"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1-alpha1/wallets/transfer": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Transfer an NFT out of a wallet of the project
         * @description Needs enterprise access, which a person turns on for the project. Of wallets made with an e-mail address or a user id. Nobody is asked by mail: the scope of the key approves.
         */
        post: operations["transferWalletNft"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Whether the service is well; needs no key */
        get: operations["getHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        Action: {
            /**
             * @example nfts.create
             * @enum {string}
             */
            action: "collections.create" | "collections.update" | "nfts.create" | "nfts.update" | "nfts.delete" | "wallets:nfts.transfer";
            actionId: string;
            /** @description On `succeeded`. */
            completedAt?: string;
            data: {
                chain: string;
                /** @description Of an update: a list for an NFT (`["metadata"]`), a text for a collection (`"supplyLimit"`). */
                changes?: string[] | string;
                /** @description Of all but transfers. */
                collection?: {
                    contractAddress?: string;
                    id: string;
                };
                /** @description On `failed`. */
                error?: {
                    code: string;
                    message: string;
                };
                /** @description On `failed`. */
                failedAt?: string;
                /** @description Of a transfer. */
                fromAddress?: string;
                recipient?: {
                    email?: string;
                    userId?: string;
                    walletAddress?: string;
                };
                /** @description Of a transfer. */
                toAddress?: string;
                token?: {
                    /** @description Units, of semi-fungible collections. */
                    amount?: number;
                    /** @description Of a transfer. */
                    contractAddress?: string;
                    id: string;
                    /**
                     * @description In place of `tokenId`, on Solana.
                     * @example 6RGF4uefU8ecQHjikiznHqRaPKar7gJkRXbwbg98r7oX
                     */
                    mintHash?: string;
                    owner?: {
                        walletAddress: string;
                    };
                    /** @description Units moved by a transfer; of erc-1155. */
                    quantity?: string;
                    /** @description Of semi-fungible collections. */
                    templateId?: string;
                    /**
                     * @description In place of `tokenId`, on Aptos.
                     * @example 0x8f3a21c7b6e1d04e5a9c27b1f0e6d38a4c5b7190e2d3f4a5b6c7d8e9fa0b1c2d
                     */
                    tokenAddress?: string;
                    tokenId?: string;
                };
                /** @description Transaction; stands on `succeeded` alone. */
                txId?: string;
            };
            resource: string;
            /** @example 2026-01-31T12:00:00.000Z */
            startedAt: string;
            /** @enum {string} */
            status: "pending" | "succeeded" | "failed";
        };
        AptosWalletNft: {
            chain: string;
            /** @description `aptos:<tokenAddress>` */
            locator: string;
            metadata: {
                animation_url: string;
                attributes: unknown[];
                collection: {
                    description: string;
                    image: string;
                    name: string;
                };
                description: string;
                image: string;
                name: string;
            } & {
                [key: string]: unknown;
            };
            /** @example 0x8f3a21c7b6e1d04e5a9c27b1f0e6d38a4c5b7190e2d3f4a5b6c7d8e9fa0b1c2d */
            tokenAddress: string;
        };
        BaseUriInput: {
            /** @example https://example.com/nfts */
            uri: string;
        };
        CardanoWalletNft: {
            /**
             * @description `<policyId><assetNameHex>`
             * @example d5e6bf0500378d4f0da4e8dde6becec7621cd8cbf5cbb9b87013d4cc000de14054657374546f6b656e
             */
            assetId: string;
            chain: string;
            /** @description `cardano:<policyId>:<assetNameHex>` */
            locator: string;
            metadata: {
                animation_url: string;
                attributes: unknown[];
                collection: {
                    description: string;
                    image: string;
                    name: string;
                };
                description: string;
                image: string;
                name: string;
            } & {
                [key: string]: unknown;
            };
        };
        Collection: {
            /** @description The action that makes the collection. */
            actionId: string;
            /** @enum {string} */
            fungibility: "non-fungible" | "semi-fungible";
            /** @example default-polygon */
            id: string;
            metadata: {
                description: string;
                imageUrl: string;
                name: string;
                symbol: string;
            };
            onChain: {
                /** @example polygon */
                chain: string;
                /**
                 * @description On Aptos, in place of contractAddress.
                 * @example 0x8f3a21c7b6e1d04e5a9c27b1f0e6d38a4c5b7190e2d3f4a5b6c7d8e9fa0b1c2d
                 */
                collectionAddress?: string;
                /**
                 * @description Where the contract is or will be.
                 * @example 0x5FbDB2315678afecb367f032d93F642f64180aa3
                 */
                contractAddress?: string;
                /**
                 * @description On Solana, in place of contractAddress.
                 * @example 6RGF4uefU8ecQHjikiznHqRaPKar7gJkRXbwbg98r7oX
                 */
                mintAddress?: string;
                /**
                 * @description Token standard: `erc-721`, `erc-1155`, `metaplex-certified-collection`, `metaplex-core-collection` or `aptos-digital-asset`.
                 * @example erc-721
                 */
                type: string;
            };
            /** @description As the chain has it; absent where nothing is for sale. */
            payments?: {
                /** @example POL */
                currency: string;
                /** @example 0.001 */
                price: string;
                recipientAddress: string;
                /** @description How many can still be bought; absent without bound. */
                saleSupply?: number;
            };
            /** @description As the chain has it; absent without a limit. */
            supplyLimit?: number;
        };
        CollectionPatchInput: {
            payments?: {
                /**
                 * @description The chain's own coin; no other is possible.
                 * @example POL
                 */
                currency?: string;
                /**
                 * @description What one token costs, in the chain's own coin.
                 * @example 0.001
                 */
                price: string;
                /**
                 * @description Who is paid, at once.
                 * @example 0x70997970C51812dc3A010C7d01b50e0d17dc79C8
                 */
                recipientAddress: string;
                /** @description How many tokens are set aside for purchases from now on. Without it: with a supply limit all that is neither minted nor queued, else without bound. */
                saleSupply?: number;
            } | null;
            supplyLimit?: number | null;
        };
        CollectionRequestInput: {
            /**
             * @description The blockchain.
             * @example polygon
             */
            chain: ("aptos" | "aptos-testnet" | "arbitrum" | "arbitrum-sepolia" | "astar-zkevm" | "base" | "base-sepolia" | "bsc" | "ethereum" | "ethereum-sepolia" | "optimism" | "optimism-sepolia" | "polygon" | "polygon-amoy" | "solana" | "solana-devnet" | "zkyoto" | "zora" | "zora-sepolia") | string;
            /**
             * @description Kind of contract. On EVM `economy` (the default there): least gas a mint; `standard`: a slot for each owner and balance. On Solana `certified` (the default there): a Token Metadata collection, least to mint; `core`: a Metaplex Core collection, with royalties, and the cheaper kind where NFTs are not compressed.
             * @enum {string}
             */
            contractKind?: "economy" | "standard" | "certified" | "core" | "digital-asset";
            /**
             * @description `semi-fungible`: NFTs are copies of templates (ERC-1155), each template one token of which there may be many units. EVM chains only. `"non-fungible"` when it is left out.
             * @enum {string}
             */
            fungibility?: "non-fungible" | "semi-fungible";
            /** @description What wallets show of the collection. */
            metadata: {
                /** @example Badges of everybody who was there. */
                description?: string;
                /**
                 * @description Another name of `imageUrl`: send one of them.
                 * @example data:image/svg+xml,%3Csvg xmlns=%22http://www.w3.org/2000/svg%22 viewBox=%220 0 8 8%22%3E%3Ccircle cx=%224%22 cy=%224%22 r=%224%22/%3E%3C/svg%3E
                 */
                image?: string;
                /** @example data:image/svg+xml,%3Csvg xmlns=%22http://www.w3.org/2000/svg%22 viewBox=%220 0 8 8%22%3E%3Ccircle cx=%224%22 cy=%224%22 r=%224%22/%3E%3C/svg%3E */
                imageUrl?: string;
                /**
                 * @description Name of the collection.
                 * @example Event badges
                 */
                name: string;
                /**
                 * @description Short ticker of the token.
                 * @example BADGE
                 */
                symbol?: string;
            };
            /** @description Lets anybody buy tokens of the collection on chain. */
            payments?: {
                /**
                 * @description The chain's own coin; no other is possible.
                 * @example POL
                 */
                currency?: string;
                /**
                 * @description What one token costs, in the chain's own coin.
                 * @example 0.001
                 */
                price: string;
                /**
                 * @description Who is paid, at once.
                 * @example 0x70997970C51812dc3A010C7d01b50e0d17dc79C8
                 */
                recipientAddress: string;
                /** @description How many tokens are set aside for purchases from now on. Without it: with a supply limit all that is neither minted nor queued, else without bound. */
                saleSupply?: number;
            };
            /** @description Whether the collection's own image is copied to IPFS. `true` when it is left out. */
            reuploadLinkedFiles?: boolean;
            /**
             * @description The most tokens that there can ever be, those that are bought included.
             * @example 1000
             */
            supplyLimit?: number;
        };
        /**
         * @description What is wrong and how to cure it; `details` names every fault at once.
         * @example {
         *       "error": true,
         *       "message": "recipient is required and must be text.",
         *       "code": "request.invalid",
         *       "details": [
         *         {
         *           "path": "recipient",
         *           "message": "recipient is required and must be text."
         *         }
         *       ]
         *     }
         */
        Error: {
            code: string;
            details?: {
                message: string;
                path: string;
            }[];
            /** @constant */
            error: true;
            message: string;
        };
        Health: {
            networks: {
                available: boolean;
                chain: string;
                /** @enum {string} */
                kind: "practice" | "live";
                /** @description Why nothing can be done on it now. */
                reason?: string;
            }[];
            /** @constant */
            status: "ok";
            version: string;
        };
        MintBatchRequestInput: {
            nfts: {
                /**
                 * @description Units to mint; of a template. `1` when it is left out.
                 * @example 3
                 */
                amount?: number;
                /** @description Solana only. `true` when it is left out. */
                compressed?: boolean;
                /** @description Your own id: minted once, whatever happens. */
                id?: string;
                /** @description What wallets show of the NFT. */
                metadata?: ({
                    animation_url?: string;
                    attributes?: ({
                        /** @enum {string} */
                        display_type?: "number" | "boost_number" | "boost_percentage" | "date" | "string";
                        trait_type?: string;
                        value: string | number | boolean;
                    } & {
                        [key: string]: unknown;
                    })[];
                    description?: string;
                    external_url?: string;
                    image: string;
                    name: string;
                } & {
                    [key: string]: unknown;
                }) | string;
                /**
                 * @description `<chain>:<address>`, `email:<email>:<chain>` or `userId:<id>:<chain>`.
                 * @example email:ada@example.com:polygon
                 */
                recipient: string;
                /** @description Whether linked files are copied to IPFS. `true` when it is left out. */
                reuploadLinkedFiles?: boolean;
                /** @description Of semi-fungible collections, in place of `metadata`: the template of which this is an edition. */
                templateId?: string;
            }[];
        };
        MintedBatch: {
            results: components["schemas"]["MintedBatchNft"][];
        };
        MintedBatchNft: {
            actionId: string;
            /** @example 0f1c3f0a-6b1f-4c1b-9c59-0a4b7c8d9e10 */
            id: string;
            /**
             * @description Where the id stood before: the fields in which the item asked for something else.
             * @example [
             *       "metadata.name"
             *     ]
             */
            idempotentMismatch?: string[];
            onChain: {
                /** @example polygon */
                chain: string;
                contractAddress?: string;
                /**
                 * @description On Solana, once minted: its own address.
                 * @example 6RGF4uefU8ecQHjikiznHqRaPKar7gJkRXbwbg98r7oX
                 */
                mintHash?: string;
                /** @description Who holds it, once minted. */
                owner?: string;
                /** @enum {string} */
                status: "pending" | "success" | "failed";
                /**
                 * @description On Aptos, once minted: its own address.
                 * @example 0x8f3a21c7b6e1d04e5a9c27b1f0e6d38a4c5b7190e2d3f4a5b6c7d8e9fa0b1c2d
                 */
                tokenAddress?: string;
                /**
                 * @description Once minted.
                 * @example 1
                 */
                tokenId?: string;
                /** @description Transaction, once minted. */
                txId?: string;
            };
        };
        MintedNft: {
            actionId: string;
            /** @example 0f1c3f0a-6b1f-4c1b-9c59-0a4b7c8d9e10 */
            id: string;
            onChain: {
                /** @example polygon */
                chain: string;
                contractAddress?: string;
                /**
                 * @description On Solana, once minted: its own address.
                 * @example 6RGF4uefU8ecQHjikiznHqRaPKar7gJkRXbwbg98r7oX
                 */
                mintHash?: string;
                /** @description Who holds it, once minted. */
                owner?: string;
                /** @enum {string} */
                status: "pending" | "success" | "failed";
                /**
                 * @description On Aptos, once minted: its own address.
                 * @example 0x8f3a21c7b6e1d04e5a9c27b1f0e6d38a4c5b7190e2d3f4a5b6c7d8e9fa0b1c2d
                 */
                tokenAddress?: string;
                /**
                 * @description Once minted.
                 * @example 1
                 */
                tokenId?: string;
                /** @description Transaction, once minted. */
                txId?: string;
            };
        };
        MintRequestInput: {
            /**
             * @description Units to mint; of a template. `1` when it is left out.
             * @example 3
             */
            amount?: number;
            /** @description Solana only. `true` when it is left out. */
            compressed?: boolean;
            /** @description What wallets show of the NFT. */
            metadata?: ({
                animation_url?: string;
                attributes?: ({
                    /** @enum {string} */
                    display_type?: "number" | "boost_number" | "boost_percentage" | "date" | "string";
                    trait_type?: string;
                    value: string | number | boolean;
                } & {
                    [key: string]: unknown;
                })[];
                description?: string;
                external_url?: string;
                image: string;
                name: string;
            } & {
                [key: string]: unknown;
            }) | string;
            /**
             * @description `<chain>:<address>`, `email:<email>:<chain>` or `userId:<id>:<chain>`.
             * @example email:ada@example.com:polygon
             */
            recipient: string;
            /** @description Whether linked files are copied to IPFS. `true` when it is left out. */
            reuploadLinkedFiles?: boolean;
            /** @description Of semi-fungible collections, in place of `metadata`: the template of which this is an edition. */
            templateId?: string;
        };
        Nft: {
            /** @description Address of the action that mints it. */
            action: string;
            actionId: string;
            /** @description Of semi-fungible collections: how many units were minted. */
            amount?: number;
            /** @example 0f1c3f0a-6b1f-4c1b-9c59-0a4b7c8d9e10 */
            id: string;
            /** @description As it was given; a text is the URL of hosted metadata. */
            metadata: unknown;
            onChain: {
                /** @example polygon */
                chain: string;
                contractAddress?: string;
                /**
                 * @description On Solana, once minted: its own address.
                 * @example 6RGF4uefU8ecQHjikiznHqRaPKar7gJkRXbwbg98r7oX
                 */
                mintHash?: string;
                /** @description Who holds it, once minted. */
                owner?: string;
                /** @enum {string} */
                status: "pending" | "success" | "failed";
                /**
                 * @description On Aptos, once minted: its own address.
                 * @example 0x8f3a21c7b6e1d04e5a9c27b1f0e6d38a4c5b7190e2d3f4a5b6c7d8e9fa0b1c2d
                 */
                tokenAddress?: string;
                /**
                 * @description Once minted.
                 * @example 1
                 */
                tokenId?: string;
                /** @description Transaction, once minted. */
                txId?: string;
            };
            /** @description Of semi-fungible collections: what it is a copy of. */
            templateId?: string;
        };
        NftUpdateRequestInput: {
            /** @description What wallets show of the NFT. */
            metadata: ({
                animation_url?: string;
                attributes?: ({
                    /** @enum {string} */
                    display_type?: "number" | "boost_number" | "boost_percentage" | "date" | "string";
                    trait_type?: string;
                    value: string | number | boolean;
                } & {
                    [key: string]: unknown;
                })[];
                description?: string;
                external_url?: string;
                image: string;
                name: string;
            } & {
                [key: string]: unknown;
            }) | string;
            /** @description `true` when it is left out. */
            reuploadLinkedFiles?: boolean;
        };
        RoyaltiesInput: {
            recipients: {
                address: string;
                /**
                 * @description Hundredths of a percent.
                 * @example 500
                 */
                basisPoints: number;
            }[];
        };
        SftRequestInput: {
            /**
             * @description Units to mint; of a template. `1` when it is left out.
             * @example 3
             */
            amount?: number;
            /**
             * @description `<chain>:<address>`, `email:<email>:<chain>` or `userId:<id>:<chain>`.
             * @example email:ada@example.com:polygon
             */
            recipient: string;
            /**
             * @description What to mint copies of.
             * @example gold-ticket
             */
            templateId: string;
        };
        SolanaWalletNft: {
            chain: string;
            /** @description `solana:<mintHash>` */
            locator: string;
            metadata: {
                animation_url: string;
                attributes: unknown[];
                collection: {
                    description: string;
                    image: string;
                    name: string;
                };
                description: string;
                image: string;
                name: string;
            } & {
                [key: string]: unknown;
            };
            /** @example 6RGF4uefU8ecQHjikiznHqRaPKar7gJkRXbwbg98r7oX */
            mintHash: string;
        };
        Template: {
            /** @description As it was given last; a text is the URL of hosted metadata. */
            metadata: unknown;
            onChain: {
                /** @example 2251799813685248 */
                tokenId: string;
            };
            supply: {
                /** @example 500 */
                limit?: number;
                /**
                 * @description Units that are on chain.
                 * @example 12
                 */
                minted: number;
            };
            /** @example gold-ticket */
            templateId: string;
        };
        TemplateChangeInput: {
            /** @description What wallets show of the NFT. */
            metadata?: ({
                animation_url?: string;
                attributes?: ({
                    /** @enum {string} */
                    display_type?: "number" | "boost_number" | "boost_percentage" | "date" | "string";
                    trait_type?: string;
                    value: string | number | boolean;
                } & {
                    [key: string]: unknown;
                })[];
                description?: string;
                external_url?: string;
                image: string;
                name: string;
            } & {
                [key: string]: unknown;
            }) | string;
            /** @description `true` when it is left out. */
            reuploadLinkedFiles?: boolean;
            /** @description `null`: no limit. */
            supply?: {
                limit?: number | null;
            };
        };
        TemplateRequestInput: {
            /** @description What wallets show of the NFT. */
            metadata?: ({
                animation_url?: string;
                attributes?: ({
                    /** @enum {string} */
                    display_type?: "number" | "boost_number" | "boost_percentage" | "date" | "string";
                    trait_type?: string;
                    value: string | number | boolean;
                } & {
                    [key: string]: unknown;
                })[];
                description?: string;
                external_url?: string;
                image: string;
                name: string;
            } & {
                [key: string]: unknown;
            }) | string;
            onChain?: {
                /**
                 * @description Token id of its copies.
                 * @example 7
                 */
                tokenId?: string;
            };
            /** @description Whether linked files are copied to IPFS. `true` when it is left out. */
            reuploadLinkedFiles?: boolean;
            supply?: {
                /**
                 * @description The most units that can be minted.
                 * @example 500
                 */
                limit?: number;
            };
            /** @description Your own id; with PUT it stands in the path. */
            templateId?: string;
        };
        Transferable: {
            value: boolean;
        };
        TransferableInput: {
            value: boolean;
        };
        TransferAccepted: {
            /** @description To be polled under `/actions`. */
            actionId: string;
            message: string;
        };
        TransferRequestInput: {
            /**
             * @description The blockchain. `"ethereum"` when it is left out.
             * @example polygon
             */
            chain?: ("aptos" | "aptos-testnet" | "arbitrum" | "arbitrumnova" | "arbitrum-sepolia" | "base" | "base-sepolia" | "bsc" | "ethereum" | "ethereum-sepolia" | "optimism" | "optimism-sepolia" | "polygon" | "polygon-amoy" | "solana" | "solana-devnet" | "zkyoto" | "zora" | "zora-sepolia") | string;
            /** @description The wallet that holds the NFT: one made with `userId`. */
            fromAddress: string;
            /**
             * @description Units; of ERC-1155 only. 1 where it is not said.
             * @example 1
             */
            quantity?: string | number;
            /** @description Who gets it: an address, or a recipient such as `email:ada@example.com`. */
            toAddress: string;
            /**
             * @description The token in its contract; on EVM chains.
             * @example 17
             */
            tokenId?: string | number;
            /** @description EVM: the token contract. Solana: the mint. Aptos: the token. */
            tokenMintAddress: string;
        };
        Wallet: {
            chain: string;
            publicKey: string;
        };
        WalletNft: {
            chain: string;
            contractAddress: string;
            /** @description `<chain>:<contract>:<tokenId>` */
            locator: string;
            metadata: {
                animation_url: string;
                attributes: unknown[];
                collection: {
                    description: string;
                    image: string;
                    name: string;
                };
                description: string;
                image: string;
                name: string;
            } & {
                [key: string]: unknown;
            };
            /** @description Units that the wallet holds; of erc-1155 only. */
            quantity?: string;
            tokenId: string;
            /** @enum {string} */
            tokenStandard: "erc-721" | "erc-1155";
        };
        WalletRequestInput: {
            /**
             * @description The blockchain.
             * @example polygon
             */
            chain: ("aptos" | "aptos-testnet" | "arbitrum" | "arbitrum-sepolia" | "astar-zkevm" | "base" | "base-sepolia" | "bsc" | "ethereum" | "ethereum-sepolia" | "optimism" | "optimism-sepolia" | "polygon" | "polygon-amoy" | "solana" | "solana-devnet" | "zkyoto" | "zora" | "zora-sepolia" | "arbitrumnova") | string;
            /**
             * @description The e-mail address of the user.
             * @example ada@example.com
             */
            email?: string;
            /**
             * @description Your own id of the user.
             * @example user-17
             */
            userId?: string;
        };
        WalletTransferRequestInput: {
            /**
             * @description The blockchain.
             * @example polygon
             */
            chain: ("aptos" | "aptos-testnet" | "arbitrum" | "arbitrumnova" | "arbitrum-sepolia" | "base" | "base-sepolia" | "bsc" | "ethereum" | "ethereum-sepolia" | "optimism" | "optimism-sepolia" | "polygon" | "polygon-amoy" | "solana" | "solana-devnet" | "zkyoto" | "zora" | "zora-sepolia") | string;
            /** @description The token contract; on EVM chains. */
            contractAddress?: string;
            /**
             * @description The wallet of the project that holds the NFT: its address or locator.
             * @example email:ada@example.com
             */
            from: string;
            /**
             * @description Units; of ERC-1155 only. 1 where it is not said.
             * @example 1
             */
            quantity?: string | number;
            /**
             * @description Who gets it: an address, or a recipient such as `userId:user-17:polygon`.
             * @example 0x70997970C51812dc3A010C7d01b50e0d17dc79C8
             */
            to: string;
            /** @description The token; on Aptos. */
            tokenAddress?: string;
            /**
             * @description The token in its contract; on EVM chains.
             * @example 17
             */
            tokenId?: string | number;
            /** @description The mint; on Solana. */
            tokenMintAddress?: string;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    getAction: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of an action or of an NFT.
                 * @example default-polygon
                 */
                actionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done, or accepted: what the answer names as pending goes on by itself. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Action"];
                };
            };
            /** @description Not of the documented form; `details` names every fault at once. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No key, an unknown or revoked one, one without the scope, or the page of another origin. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such thing in this project. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The address does not have this method; `Allow` says which it has. */
            405: {
                headers: {
                    /** @description The methods that the address has. */
                    Allow?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The Host of the request is not one of this server. */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Over the limit that was set for the key; `Retry-After` says how many seconds to wait. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The headers are over 16 KiB. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A fault in Mintdesk itself; what was accepted before is safe. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listCollections: {
        parameters: {
            query?: {
                /** @description In place of `page`: what the header `X-Mintdesk-Next` of the page before it said. */
                cursor?: string;
                /**
                 * @description Page, from 1 on.
                 * @example 1
                 */
                page?: string;
                /**
                 * @description Items per page, 1 to 100; 20 when it is left out.
                 * @example 20
                 */
                perPage?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done, or accepted: what the answer names as pending goes on by itself. */
            200: {
                headers: {
                    /** @description The `cursor` of the next page; absent on the last. */
                    "X-Mintdesk-Next"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        results: components["schemas"]["Collection"][];
                    };
                };
            };
            /** @description Not of the documented form; `details` names every fault at once. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No key, an unknown or revoked one, one without the scope, or the page of another origin. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The address does not have this method; `Allow` says which it has. */
            405: {
                headers: {
                    /** @description The methods that the address has. */
                    Allow?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The Host of the request is not one of this server. */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Over the limit that was set for the key; `Retry-After` says how many seconds to wait. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The headers are over 16 KiB. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A fault in Mintdesk itself; what was accepted before is safe. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    createCollection: {
        parameters: {
            query?: never;
            header?: {
                /** @description Up to 255 characters. The same key with the same body again makes nothing and answers what was made, as it stands now; with another body: 409. `x-idempotency-key` is the same. */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CollectionRequestInput"];
            };
        };
        responses: {
            /** @description Done, or accepted: what the answer names as pending goes on by itself. */
            200: {
                headers: {
                    /** @description Nothing was made: what is answered was made before. */
                    "Idempotent-Replay"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Collection"];
                };
            };
            /** @description Not of the documented form; `details` names every fault at once. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No key, an unknown or revoked one, one without the scope, or the page of another origin. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The address does not have this method; `Allow` says which it has. */
            405: {
                headers: {
                    /** @description The methods that the address has. */
                    Allow?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The idempotency key was used with another body. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is over 10 MiB; a batch, over 64 MiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is not JSON. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The Host of the request is not one of this server. */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Well-formed, but it cannot be done; `code` says why. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Over the limit that was set for the key; `Retry-After` says how many seconds to wait. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The headers are over 16 KiB. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A fault in Mintdesk itself; what was accepted before is safe. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not now, and it cannot wait: the chain does not answer, the vault of the live projects is locked, or too many large bodies are arriving; `code` says which. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getCollection: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description A collection of the project. `default` stands for `default-polygon`.
                 * @example default-polygon
                 */
                collectionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done, or accepted: what the answer names as pending goes on by itself. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Collection"];
                };
            };
            /** @description Not of the documented form; `details` names every fault at once. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No key, an unknown or revoked one, one without the scope, or the page of another origin. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such thing in this project. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The address does not have this method; `Allow` says which it has. */
            405: {
                headers: {
                    /** @description The methods that the address has. */
                    Allow?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The Host of the request is not one of this server. */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Over the limit that was set for the key; `Retry-After` says how many seconds to wait. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The headers are over 16 KiB. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A fault in Mintdesk itself; what was accepted before is safe. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    putCollection: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description A collection of the project. `default` stands for `default-polygon`.
                 * @example default-polygon
                 */
                collectionId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CollectionRequestInput"];
            };
        };
        responses: {
            /** @description Done, or accepted: what the answer names as pending goes on by itself. */
            200: {
                headers: {
                    /** @description With Idempotent-Replay: the fields that asked for something else than what stands. */
                    "Idempotent-Mismatch"?: string;
                    /** @description Nothing was made: what is answered was made before. */
                    "Idempotent-Replay"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Collection"];
                };
            };
            /** @description Not of the documented form; `details` names every fault at once. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No key, an unknown or revoked one, one without the scope, or the page of another origin. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The address does not have this method; `Allow` says which it has. */
            405: {
                headers: {
                    /** @description The methods that the address has. */
                    Allow?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is over 10 MiB; a batch, over 64 MiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is not JSON. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The Host of the request is not one of this server. */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Well-formed, but it cannot be done; `code` says why. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Over the limit that was set for the key; `Retry-After` says how many seconds to wait. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The headers are over 16 KiB. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A fault in Mintdesk itself; what was accepted before is safe. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not now, and it cannot wait: the chain does not answer, the vault of the live projects is locked, or too many large bodies are arriving; `code` says which. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    updateCollection: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description A collection of the project. `default` stands for `default-polygon`.
                 * @example default-polygon
                 */
                collectionId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CollectionPatchInput"];
            };
        };
        responses: {
            /** @description Done, or accepted: what the answer names as pending goes on by itself. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Action"];
                };
            };
            /** @description Not of the documented form; `details` names every fault at once. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No key, an unknown or revoked one, one without the scope, or the page of another origin. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such thing in this project. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The address does not have this method; `Allow` says which it has. */
            405: {
                headers: {
                    /** @description The methods that the address has. */
                    Allow?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is over 10 MiB; a batch, over 64 MiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is not JSON. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The Host of the request is not one of this server. */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Well-formed, but it cannot be done; `code` says why. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Over the limit that was set for the key; `Retry-After` says how many seconds to wait. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The headers are over 16 KiB. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A fault in Mintdesk itself; what was accepted before is safe. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not now, and it cannot wait: the chain does not answer, the vault of the live projects is locked, or too many large bodies are arriving; `code` says which. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listNfts: {
        parameters: {
            query?: {
                /** @description In place of `page`: what the header `X-Mintdesk-Next` of the page before it said. */
                cursor?: string;
                /**
                 * @description Page, from 1 on.
                 * @example 1
                 */
                page?: string;
                /**
                 * @description Items per page, 1 to 100; 20 when it is left out.
                 * @example 20
                 */
                perPage?: string;
            };
            header?: never;
            path: {
                /**
                 * @description A collection of the project. `default` stands for `default-polygon`.
                 * @example default-polygon
                 */
                collectionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done, or accepted: what the answer names as pending goes on by itself. */
            200: {
                headers: {
                    /** @description The `cursor` of the next page; absent on the last. */
                    "X-Mintdesk-Next"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Nft"][];
                };
            };
            /** @description Not of the documented form; `details` names every fault at once. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No key, an unknown or revoked one, one without the scope, or the page of another origin. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such thing in this project. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The address does not have this method; `Allow` says which it has. */
            405: {
                headers: {
                    /** @description The methods that the address has. */
                    Allow?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The Host of the request is not one of this server. */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Over the limit that was set for the key; `Retry-After` says how many seconds to wait. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The headers are over 16 KiB. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A fault in Mintdesk itself; what was accepted before is safe. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    mintNft: {
        parameters: {
            query?: never;
            header?: {
                /** @description Up to 255 characters. The same key with the same body again makes nothing and answers what was made, as it stands now; with another body: 409. `x-idempotency-key` is the same. */
                "idempotency-key"?: string;
            };
            path: {
                /**
                 * @description A collection of the project. `default` stands for `default-polygon`.
                 * @example default-polygon
                 */
                collectionId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MintRequestInput"] | components["schemas"]["MintBatchRequestInput"];
            };
        };
        responses: {
            /** @description Done, or accepted: what the answer names as pending goes on by itself. */
            200: {
                headers: {
                    /** @description With Idempotent-Replay: the fields that asked for something else than what stands. */
                    "Idempotent-Mismatch"?: string;
                    /** @description Nothing was made: what is answered was made before. */
                    "Idempotent-Replay"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MintedNft"] | components["schemas"]["MintedBatch"];
                };
            };
            /** @description Not of the documented form; `details` names every fault at once. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No key, an unknown or revoked one, one without the scope, or the page of another origin. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such thing in this project. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The address does not have this method; `Allow` says which it has. */
            405: {
                headers: {
                    /** @description The methods that the address has. */
                    Allow?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The idempotency key was used with another body. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is over 10 MiB; a batch, over 64 MiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is not JSON. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The Host of the request is not one of this server. */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Well-formed, but it cannot be done; `code` says why. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Over the limit that was set for the key; `Retry-After` says how many seconds to wait. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The headers are over 16 KiB. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A fault in Mintdesk itself; what was accepted before is safe. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not now, and it cannot wait: the chain does not answer, the vault of the live projects is locked, or too many large bodies are arriving; `code` says which. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getNft: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description A collection of the project. `default` stands for `default-polygon`.
                 * @example default-polygon
                 */
                collectionId: string;
                /**
                 * @description The id that the mint answered, or the id of an action on the NFT.
                 * @example ticket-1
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done, or accepted: what the answer names as pending goes on by itself. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Nft"];
                };
            };
            /** @description Not of the documented form; `details` names every fault at once. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No key, an unknown or revoked one, one without the scope, or the page of another origin. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such thing in this project. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The address does not have this method; `Allow` says which it has. */
            405: {
                headers: {
                    /** @description The methods that the address has. */
                    Allow?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The Host of the request is not one of this server. */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Over the limit that was set for the key; `Retry-After` says how many seconds to wait. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The headers are over 16 KiB. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A fault in Mintdesk itself; what was accepted before is safe. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    putNft: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description A collection of the project. `default` stands for `default-polygon`.
                 * @example default-polygon
                 */
                collectionId: string;
                /**
                 * @description The id that the mint answered, or the id of an action on the NFT.
                 * @example ticket-1
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MintRequestInput"];
            };
        };
        responses: {
            /** @description Done, or accepted: what the answer names as pending goes on by itself. */
            200: {
                headers: {
                    /** @description With Idempotent-Replay: the fields that asked for something else than what stands. */
                    "Idempotent-Mismatch"?: string;
                    /** @description Nothing was made: what is answered was made before. */
                    "Idempotent-Replay"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Nft"] | components["schemas"]["MintedNft"];
                };
            };
            /** @description Not of the documented form; `details` names every fault at once. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No key, an unknown or revoked one, one without the scope, or the page of another origin. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such thing in this project. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The address does not have this method; `Allow` says which it has. */
            405: {
                headers: {
                    /** @description The methods that the address has. */
                    Allow?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is over 10 MiB; a batch, over 64 MiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is not JSON. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The Host of the request is not one of this server. */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Well-formed, but it cannot be done; `code` says why. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Over the limit that was set for the key; `Retry-After` says how many seconds to wait. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The headers are over 16 KiB. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A fault in Mintdesk itself; what was accepted before is safe. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not now, and it cannot wait: the chain does not answer, the vault of the live projects is locked, or too many large bodies are arriving; `code` says which. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    deleteNft: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description A collection of the project. `default` stands for `default-polygon`.
                 * @example default-polygon
                 */
                collectionId: string;
                /**
                 * @description The id that the mint answered, or the id of an action on the NFT.
                 * @example ticket-1
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done, or accepted: what the answer names as pending goes on by itself. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Action"];
                };
            };
            /** @description Not of the documented form; `details` names every fault at once. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No key, an unknown or revoked one, one without the scope, or the page of another origin. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such thing in this project. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The address does not have this method; `Allow` says which it has. */
            405: {
                headers: {
                    /** @description The methods that the address has. */
                    Allow?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The Host of the request is not one of this server. */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Well-formed, but it cannot be done; `code` says why. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Over the limit that was set for the key; `Retry-After` says how many seconds to wait. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The headers are over 16 KiB. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A fault in Mintdesk itself; what was accepted before is safe. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not now, and it cannot wait: the chain does not answer, the vault of the live projects is locked, or too many large bodies are arriving; `code` says which. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    updateNft: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description A collection of the project. `default` stands for `default-polygon`.
                 * @example default-polygon
                 */
                collectionId: string;
                /**
                 * @description The id that the mint answered, or the id of an action on the NFT.
                 * @example ticket-1
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NftUpdateRequestInput"];
            };
        };
        responses: {
            /** @description Done, or accepted: what the answer names as pending goes on by itself. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Action"];
                };
            };
            /** @description Not of the documented form; `details` names every fault at once. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No key, an unknown or revoked one, one without the scope, or the page of another origin. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such thing in this project. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The address does not have this method; `Allow` says which it has. */
            405: {
                headers: {
                    /** @description The methods that the address has. */
                    Allow?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is over 10 MiB; a batch, over 64 MiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is not JSON. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The Host of the request is not one of this server. */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Well-formed, but it cannot be done; `code` says why. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Over the limit that was set for the key; `Retry-After` says how many seconds to wait. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The headers are over 16 KiB. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A fault in Mintdesk itself; what was accepted before is safe. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not now, and it cannot wait: the chain does not answer, the vault of the live projects is locked, or too many large bodies are arriving; `code` says which. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    mintSft: {
        parameters: {
            query?: never;
            header?: {
                /** @description Up to 255 characters. The same key with the same body again makes nothing and answers what was made, as it stands now; with another body: 409. `x-idempotency-key` is the same. */
                "idempotency-key"?: string;
            };
            path: {
                /**
                 * @description A semi-fungible collection of the project.
                 * @example tickets
                 */
                collectionId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SftRequestInput"];
            };
        };
        responses: {
            /** @description Done, or accepted: what the answer names as pending goes on by itself. */
            200: {
                headers: {
                    /** @description Nothing was made: what is answered was made before. */
                    "Idempotent-Replay"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Action"];
                };
            };
            /** @description Not of the documented form; `details` names every fault at once. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No key, an unknown or revoked one, one without the scope, or the page of another origin. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such thing in this project. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The address does not have this method; `Allow` says which it has. */
            405: {
                headers: {
                    /** @description The methods that the address has. */
                    Allow?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The idempotency key was used with another body. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is over 10 MiB; a batch, over 64 MiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is not JSON. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The Host of the request is not one of this server. */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Well-formed, but it cannot be done; `code` says why. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Over the limit that was set for the key; `Retry-After` says how many seconds to wait. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The headers are over 16 KiB. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A fault in Mintdesk itself; what was accepted before is safe. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not now, and it cannot wait: the chain does not answer, the vault of the live projects is locked, or too many large bodies are arriving; `code` says which. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listTemplates: {
        parameters: {
            query?: {
                /** @description In place of `page`: what the header `X-Mintdesk-Next` of the page before it said. */
                cursor?: string;
                /**
                 * @description Page, from 1 on.
                 * @example 1
                 */
                page?: string;
                /**
                 * @description Items per page, 1 to 100; 20 when it is left out.
                 * @example 20
                 */
                perPage?: string;
            };
            header?: never;
            path: {
                /**
                 * @description A semi-fungible collection of the project.
                 * @example tickets
                 */
                collectionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done, or accepted: what the answer names as pending goes on by itself. */
            200: {
                headers: {
                    /** @description The `cursor` of the next page; absent on the last. */
                    "X-Mintdesk-Next"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Template"][];
                };
            };
            /** @description Not of the documented form; `details` names every fault at once. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No key, an unknown or revoked one, one without the scope, or the page of another origin. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such thing in this project. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The address does not have this method; `Allow` says which it has. */
            405: {
                headers: {
                    /** @description The methods that the address has. */
                    Allow?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The Host of the request is not one of this server. */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Well-formed, but it cannot be done; `code` says why. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Over the limit that was set for the key; `Retry-After` says how many seconds to wait. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The headers are over 16 KiB. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A fault in Mintdesk itself; what was accepted before is safe. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    createTemplate: {
        parameters: {
            query?: never;
            header?: {
                /** @description Up to 255 characters. The same key with the same body again makes nothing and answers what was made, as it stands now; with another body: 409. `x-idempotency-key` is the same. */
                "idempotency-key"?: string;
            };
            path: {
                /**
                 * @description A semi-fungible collection of the project.
                 * @example tickets
                 */
                collectionId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TemplateRequestInput"];
            };
        };
        responses: {
            /** @description Done, or accepted: what the answer names as pending goes on by itself. */
            200: {
                headers: {
                    /** @description With Idempotent-Replay: the fields that asked for something else than what stands. */
                    "Idempotent-Mismatch"?: string;
                    /** @description Nothing was made: what is answered was made before. */
                    "Idempotent-Replay"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Template"];
                };
            };
            /** @description Not of the documented form; `details` names every fault at once. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No key, an unknown or revoked one, one without the scope, or the page of another origin. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such thing in this project. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The address does not have this method; `Allow` says which it has. */
            405: {
                headers: {
                    /** @description The methods that the address has. */
                    Allow?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The idempotency key was used with another body. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is over 10 MiB; a batch, over 64 MiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is not JSON. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The Host of the request is not one of this server. */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Well-formed, but it cannot be done; `code` says why. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Over the limit that was set for the key; `Retry-After` says how many seconds to wait. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The headers are over 16 KiB. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A fault in Mintdesk itself; what was accepted before is safe. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not now, and it cannot wait: the chain does not answer, the vault of the live projects is locked, or too many large bodies are arriving; `code` says which. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getTemplate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description A semi-fungible collection of the project.
                 * @example tickets
                 */
                collectionId: string;
                /**
                 * @description A template of the collection.
                 * @example gold-ticket
                 */
                templateId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done, or accepted: what the answer names as pending goes on by itself. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Template"];
                };
            };
            /** @description Not of the documented form; `details` names every fault at once. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No key, an unknown or revoked one, one without the scope, or the page of another origin. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such thing in this project. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The address does not have this method; `Allow` says which it has. */
            405: {
                headers: {
                    /** @description The methods that the address has. */
                    Allow?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The Host of the request is not one of this server. */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Well-formed, but it cannot be done; `code` says why. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Over the limit that was set for the key; `Retry-After` says how many seconds to wait. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The headers are over 16 KiB. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A fault in Mintdesk itself; what was accepted before is safe. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    putTemplate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description A semi-fungible collection of the project.
                 * @example tickets
                 */
                collectionId: string;
                /**
                 * @description A template of the collection.
                 * @example gold-ticket
                 */
                templateId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TemplateRequestInput"];
            };
        };
        responses: {
            /** @description Done, or accepted: what the answer names as pending goes on by itself. */
            200: {
                headers: {
                    /** @description With Idempotent-Replay: the fields that asked for something else than what stands. */
                    "Idempotent-Mismatch"?: string;
                    /** @description Nothing was made: what is answered was made before. */
                    "Idempotent-Replay"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Template"];
                };
            };
            /** @description Not of the documented form; `details` names every fault at once. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No key, an unknown or revoked one, one without the scope, or the page of another origin. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such thing in this project. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The address does not have this method; `Allow` says which it has. */
            405: {
                headers: {
                    /** @description The methods that the address has. */
                    Allow?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is over 10 MiB; a batch, over 64 MiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is not JSON. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The Host of the request is not one of this server. */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Well-formed, but it cannot be done; `code` says why. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Over the limit that was set for the key; `Retry-After` says how many seconds to wait. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The headers are over 16 KiB. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A fault in Mintdesk itself; what was accepted before is safe. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not now, and it cannot wait: the chain does not answer, the vault of the live projects is locked, or too many large bodies are arriving; `code` says which. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    deleteTemplate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description A semi-fungible collection of the project.
                 * @example tickets
                 */
                collectionId: string;
                /**
                 * @description A template of the collection.
                 * @example gold-ticket
                 */
                templateId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; no body. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not of the documented form; `details` names every fault at once. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No key, an unknown or revoked one, one without the scope, or the page of another origin. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such thing in this project. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The address does not have this method; `Allow` says which it has. */
            405: {
                headers: {
                    /** @description The methods that the address has. */
                    Allow?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The Host of the request is not one of this server. */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Well-formed, but it cannot be done; `code` says why. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Over the limit that was set for the key; `Retry-After` says how many seconds to wait. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The headers are over 16 KiB. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A fault in Mintdesk itself; what was accepted before is safe. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    updateTemplate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description A semi-fungible collection of the project.
                 * @example tickets
                 */
                collectionId: string;
                /**
                 * @description A template of the collection.
                 * @example gold-ticket
                 */
                templateId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TemplateChangeInput"];
            };
        };
        responses: {
            /** @description Done; no body. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not of the documented form; `details` names every fault at once. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No key, an unknown or revoked one, one without the scope, or the page of another origin. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such thing in this project. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The address does not have this method; `Allow` says which it has. */
            405: {
                headers: {
                    /** @description The methods that the address has. */
                    Allow?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is over 10 MiB; a batch, over 64 MiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is not JSON. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The Host of the request is not one of this server. */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Well-formed, but it cannot be done; `code` says why. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Over the limit that was set for the key; `Retry-After` says how many seconds to wait. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The headers are over 16 KiB. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A fault in Mintdesk itself; what was accepted before is safe. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not now, and it cannot wait: the chain does not answer, the vault of the live projects is locked, or too many large bodies are arriving; `code` says which. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listWalletNfts: {
        parameters: {
            query?: {
                /** @description Only NFTs of this contract, on Cardano of this policy; may be repeated. */
                contractAddress?: string | string[];
                /** @description In place of `page`: what the header `X-Mintdesk-Next` of the page before it said. */
                cursor?: string;
                /**
                 * @description Page, from 1 on.
                 * @example 1
                 */
                page?: string;
                /**
                 * @description Items per page, 1 to 100; 20 when it is left out.
                 * @example 20
                 */
                perPage?: string;
                /** @description Only NFTs of this token id, on Cardano of this name in hex; may be repeated. */
                tokenId?: string | string[];
            };
            header?: never;
            path: {
                /**
                 * @description `<chain>:<address>`, `email:<email>:<chain>` or `userId:<id>:<chain>`; on Cardano `cardano:<address>` alone, of payment or of stake.
                 * @example email:ada@example.com:polygon
                 */
                identifier: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done, or accepted: what the answer names as pending goes on by itself. */
            200: {
                headers: {
                    /** @description What the list covers: contracts of this Mintdesk, also what a provider knows, or everything that the network has. */
                    "X-Mintdesk-Coverage"?: "own" | "provider" | "full";
                    /** @description Why the list covers less than it could, in a sentence. */
                    "X-Mintdesk-Coverage-Note"?: string;
                    /** @description The `cursor` of the next page; absent on the last. */
                    "X-Mintdesk-Next"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": (components["schemas"]["WalletNft"] | components["schemas"]["SolanaWalletNft"] | components["schemas"]["AptosWalletNft"] | components["schemas"]["CardanoWalletNft"])[];
                };
            };
            /** @description Not of the documented form; `details` names every fault at once. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No key, an unknown or revoked one, one without the scope, or the page of another origin. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The address does not have this method; `Allow` says which it has. */
            405: {
                headers: {
                    /** @description The methods that the address has. */
                    Allow?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The Host of the request is not one of this server. */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Well-formed, but it cannot be done; `code` says why. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Over the limit that was set for the key; `Retry-After` says how many seconds to wait. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The headers are over 16 KiB. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A fault in Mintdesk itself; what was accepted before is safe. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not now, and it cannot wait: the chain does not answer, the vault of the live projects is locked, or too many large bodies are arriving; `code` says which. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getBaseUri: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description A collection of the project. `default` stands for `default-polygon`.
                 * @example default-polygon
                 */
                collectionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done, or accepted: what the answer names as pending goes on by itself. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        uri: string | null;
                    };
                };
            };
            /** @description Not of the documented form; `details` names every fault at once. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No key, an unknown or revoked one, one without the scope, or the page of another origin. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such thing in this project. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The address does not have this method; `Allow` says which it has. */
            405: {
                headers: {
                    /** @description The methods that the address has. */
                    Allow?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The Host of the request is not one of this server. */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Over the limit that was set for the key; `Retry-After` says how many seconds to wait. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The headers are over 16 KiB. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A fault in Mintdesk itself; what was accepted before is safe. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    putBaseUri: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description A collection of the project. `default` stands for `default-polygon`.
                 * @example default-polygon
                 */
                collectionId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BaseUriInput"];
            };
        };
        responses: {
            /** @description Done; no body. */
            204: {
                headers: {
                    /** @description The address of the action that does it. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not of the documented form; `details` names every fault at once. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No key, an unknown or revoked one, one without the scope, or the page of another origin. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such thing in this project. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The address does not have this method; `Allow` says which it has. */
            405: {
                headers: {
                    /** @description The methods that the address has. */
                    Allow?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is over 10 MiB; a batch, over 64 MiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is not JSON. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The Host of the request is not one of this server. */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Well-formed, but it cannot be done; `code` says why. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Over the limit that was set for the key; `Retry-After` says how many seconds to wait. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The headers are over 16 KiB. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A fault in Mintdesk itself; what was accepted before is safe. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not now, and it cannot wait: the chain does not answer, the vault of the live projects is locked, or too many large bodies are arriving; `code` says which. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getRoyalties: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description A collection of the project. `default` stands for `default-polygon`.
                 * @example default-polygon
                 */
                collectionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done, or accepted: what the answer names as pending goes on by itself. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        recipients: {
                            address: string;
                            basisPoints: number;
                        }[];
                    };
                };
            };
            /** @description Not of the documented form; `details` names every fault at once. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No key, an unknown or revoked one, one without the scope, or the page of another origin. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such thing in this project. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The address does not have this method; `Allow` says which it has. */
            405: {
                headers: {
                    /** @description The methods that the address has. */
                    Allow?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The Host of the request is not one of this server. */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Over the limit that was set for the key; `Retry-After` says how many seconds to wait. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The headers are over 16 KiB. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A fault in Mintdesk itself; what was accepted before is safe. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    putRoyalties: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description A collection of the project. `default` stands for `default-polygon`.
                 * @example default-polygon
                 */
                collectionId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RoyaltiesInput"];
            };
        };
        responses: {
            /** @description Done; no body. */
            204: {
                headers: {
                    /** @description The address of the action that does it. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not of the documented form; `details` names every fault at once. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No key, an unknown or revoked one, one without the scope, or the page of another origin. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such thing in this project. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The address does not have this method; `Allow` says which it has. */
            405: {
                headers: {
                    /** @description The methods that the address has. */
                    Allow?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is over 10 MiB; a batch, over 64 MiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is not JSON. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The Host of the request is not one of this server. */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Well-formed, but it cannot be done; `code` says why. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Over the limit that was set for the key; `Retry-After` says how many seconds to wait. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The headers are over 16 KiB. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A fault in Mintdesk itself; what was accepted before is safe. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not now, and it cannot wait: the chain does not answer, the vault of the live projects is locked, or too many large bodies are arriving; `code` says which. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    deleteRoyalties: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description A collection of the project. `default` stands for `default-polygon`.
                 * @example default-polygon
                 */
                collectionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; no body. */
            204: {
                headers: {
                    /** @description The address of the action that does it. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not of the documented form; `details` names every fault at once. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No key, an unknown or revoked one, one without the scope, or the page of another origin. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such thing in this project. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The address does not have this method; `Allow` says which it has. */
            405: {
                headers: {
                    /** @description The methods that the address has. */
                    Allow?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The Host of the request is not one of this server. */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Well-formed, but it cannot be done; `code` says why. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Over the limit that was set for the key; `Retry-After` says how many seconds to wait. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The headers are over 16 KiB. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A fault in Mintdesk itself; what was accepted before is safe. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not now, and it cannot wait: the chain does not answer, the vault of the live projects is locked, or too many large bodies are arriving; `code` says which. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getTransferable: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description A collection of the project. `default` stands for `default-polygon`.
                 * @example default-polygon
                 */
                collectionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done, or accepted: what the answer names as pending goes on by itself. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Transferable"];
                };
            };
            /** @description Not of the documented form; `details` names every fault at once. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No key, an unknown or revoked one, one without the scope, or the page of another origin. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such thing in this project. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The address does not have this method; `Allow` says which it has. */
            405: {
                headers: {
                    /** @description The methods that the address has. */
                    Allow?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The Host of the request is not one of this server. */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Over the limit that was set for the key; `Retry-After` says how many seconds to wait. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The headers are over 16 KiB. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A fault in Mintdesk itself; what was accepted before is safe. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    putTransferable: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description A collection of the project. `default` stands for `default-polygon`.
                 * @example default-polygon
                 */
                collectionId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TransferableInput"];
            };
        };
        responses: {
            /** @description Done; no body. */
            204: {
                headers: {
                    /** @description The address of the action that does it. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not of the documented form; `details` names every fault at once. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No key, an unknown or revoked one, one without the scope, or the page of another origin. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such thing in this project. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The address does not have this method; `Allow` says which it has. */
            405: {
                headers: {
                    /** @description The methods that the address has. */
                    Allow?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is over 10 MiB; a batch, over 64 MiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is not JSON. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The Host of the request is not one of this server. */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Well-formed, but it cannot be done; `code` says why. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Over the limit that was set for the key; `Retry-After` says how many seconds to wait. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The headers are over 16 KiB. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A fault in Mintdesk itself; what was accepted before is safe. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not now, and it cannot wait: the chain does not answer, the vault of the live projects is locked, or too many large bodies are arriving; `code` says which. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    updateLocatedNft: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description `<chain>:<contract>:<tokenId>`, on Solana `solana:<mintHash>`, on Aptos `aptos:<tokenAddress>`.
                 * @example polygon:0x5FbDB2315678afecb367f032d93F642f64180aa3:1
                 */
                locator: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NftUpdateRequestInput"];
            };
        };
        responses: {
            /** @description Done, or accepted: what the answer names as pending goes on by itself. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Action"];
                };
            };
            /** @description Not of the documented form; `details` names every fault at once. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No key, an unknown or revoked one, one without the scope, or the page of another origin. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such thing in this project. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The address does not have this method; `Allow` says which it has. */
            405: {
                headers: {
                    /** @description The methods that the address has. */
                    Allow?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is over 10 MiB; a batch, over 64 MiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is not JSON. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The Host of the request is not one of this server. */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Well-formed, but it cannot be done; `code` says why. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Over the limit that was set for the key; `Retry-After` says how many seconds to wait. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The headers are over 16 KiB. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A fault in Mintdesk itself; what was accepted before is safe. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not now, and it cannot wait: the chain does not answer, the vault of the live projects is locked, or too many large bodies are arriving; `code` says which. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    transferNft: {
        parameters: {
            query?: never;
            header?: {
                /** @description Up to 255 characters. The same key with the same body again makes nothing and answers what was made, as it stands now; with another body: 409. `x-idempotency-key` is the same. */
                "idempotency-key"?: string;
                /** @description When sent, it must be the id of the project. */
                "x-client-id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TransferRequestInput"];
            };
        };
        responses: {
            /** @description Accepted; the action tells how it goes on. */
            202: {
                headers: {
                    /** @description Nothing was made: what is answered was made before. */
                    "Idempotent-Replay"?: "true";
                    /** @description The address of the action that does it. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not of the documented form; `details` names every fault at once. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No key, an unknown or revoked one, one without the scope, or the page of another origin. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The address does not have this method; `Allow` says which it has. */
            405: {
                headers: {
                    /** @description The methods that the address has. */
                    Allow?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The idempotency key was used with another body. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is over 10 MiB; a batch, over 64 MiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is not JSON. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The Host of the request is not one of this server. */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Well-formed, but it cannot be done; `code` says why. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Over the limit that was set for the key; `Retry-After` says how many seconds to wait. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The headers are over 16 KiB. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A fault in Mintdesk itself; what was accepted before is safe. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not now, and it cannot wait: the chain does not answer, the vault of the live projects is locked, or too many large bodies are arriving; `code` says which. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listWallets: {
        parameters: {
            query?: {
                /**
                 * @description The e-mail address of the user.
                 * @example ada@example.com
                 */
                email?: string;
                /**
                 * @description Your own id of the user.
                 * @example user-17
                 */
                userId?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done, or accepted: what the answer names as pending goes on by itself. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Wallet"][];
                };
            };
            /** @description Not of the documented form; `details` names every fault at once. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No key, or an unknown one. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No key, an unknown or revoked one, one without the scope, or the page of another origin. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The address does not have this method; `Allow` says which it has. */
            405: {
                headers: {
                    /** @description The methods that the address has. */
                    Allow?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The Host of the request is not one of this server. */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Over the limit that was set for the key; `Retry-After` says how many seconds to wait. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The headers are over 16 KiB. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A fault in Mintdesk itself; what was accepted before is safe. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    createWallet: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WalletRequestInput"];
            };
        };
        responses: {
            /** @description Made. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Wallet"];
                };
            };
            /** @description Not of the documented form; `details` names every fault at once. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No key, or an unknown one. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No key, an unknown or revoked one, one without the scope, or the page of another origin. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The address does not have this method; `Allow` says which it has. */
            405: {
                headers: {
                    /** @description The methods that the address has. */
                    Allow?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is over 10 MiB; a batch, over 64 MiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is not JSON. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The Host of the request is not one of this server. */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Well-formed, but it cannot be done; `code` says why. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Over the limit that was set for the key; `Retry-After` says how many seconds to wait. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The headers are over 16 KiB. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A fault in Mintdesk itself; what was accepted before is safe. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not now, and it cannot wait: the chain does not answer, the vault of the live projects is locked, or too many large bodies are arriving; `code` says which. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listWalletNftsAlpha: {
        parameters: {
            query?: {
                /** @description Only NFTs of this contract, on Cardano of this policy; may be repeated. */
                contractAddress?: string | string[];
                /** @description In place of `page`: what the header `X-Mintdesk-Next` of the page before it said. */
                cursor?: string;
                /**
                 * @description Page, from 1 on.
                 * @example 1
                 */
                page?: string;
                /**
                 * @description Items per page, 1 to 100; 20 when it is left out.
                 * @example 20
                 */
                perPage?: string;
                /** @description Only NFTs of this token id, on Cardano of this name in hex; may be repeated. */
                tokenId?: string | string[];
            };
            header?: never;
            path: {
                /**
                 * @description `<chain>:<address>`, `email:<email>:<chain>` or `userId:<id>:<chain>`; on Cardano `cardano:<address>` alone, of payment or of stake.
                 * @example email:ada@example.com:polygon
                 */
                identifier: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done, or accepted: what the answer names as pending goes on by itself. */
            200: {
                headers: {
                    /** @description What the list covers: contracts of this Mintdesk, also what a provider knows, or everything that the network has. */
                    "X-Mintdesk-Coverage"?: "own" | "provider" | "full";
                    /** @description Why the list covers less than it could, in a sentence. */
                    "X-Mintdesk-Coverage-Note"?: string;
                    /** @description The `cursor` of the next page; absent on the last. */
                    "X-Mintdesk-Next"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": (components["schemas"]["WalletNft"] | components["schemas"]["SolanaWalletNft"] | components["schemas"]["AptosWalletNft"] | components["schemas"]["CardanoWalletNft"])[];
                };
            };
            /** @description Not of the documented form; `details` names every fault at once. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No key, an unknown or revoked one, one without the scope, or the page of another origin. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The address does not have this method; `Allow` says which it has. */
            405: {
                headers: {
                    /** @description The methods that the address has. */
                    Allow?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The Host of the request is not one of this server. */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Well-formed, but it cannot be done; `code` says why. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Over the limit that was set for the key; `Retry-After` says how many seconds to wait. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The headers are over 16 KiB. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A fault in Mintdesk itself; what was accepted before is safe. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not now, and it cannot wait: the chain does not answer, the vault of the live projects is locked, or too many large bodies are arriving; `code` says which. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    transferWalletNft: {
        parameters: {
            query?: never;
            header?: {
                /** @description Up to 255 characters. The same key with the same body again makes nothing and answers what was made, as it stands now; with another body: 409. `x-idempotency-key` is the same. */
                "idempotency-key"?: string;
                /** @description When sent, it must be the id of the project. */
                "x-client-id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WalletTransferRequestInput"];
            };
        };
        responses: {
            /** @description Accepted; the action tells how it goes on. */
            202: {
                headers: {
                    /** @description Nothing was made: what is answered was made before. */
                    "Idempotent-Replay"?: "true";
                    /** @description The address of the action that does it. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TransferAccepted"];
                };
            };
            /** @description Not of the documented form; `details` names every fault at once. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No key, an unknown or revoked one, one without the scope, or the page of another origin. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such thing in this project. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The address does not have this method; `Allow` says which it has. */
            405: {
                headers: {
                    /** @description The methods that the address has. */
                    Allow?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The idempotency key was used with another body. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is over 10 MiB; a batch, over 64 MiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is not JSON. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The Host of the request is not one of this server. */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Well-formed, but it cannot be done; `code` says why. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Over the limit that was set for the key; `Retry-After` says how many seconds to wait. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The headers are over 16 KiB. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A fault in Mintdesk itself; what was accepted before is safe. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not now, and it cannot wait: the chain does not answer, the vault of the live projects is locked, or too many large bodies are arriving; `code` says which. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getHealth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done, or accepted: what the answer names as pending goes on by itself. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Health"];
                };
            };
            /** @description No key, an unknown or revoked one, one without the scope, or the page of another origin. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The address does not have this method; `Allow` says which it has. */
            405: {
                headers: {
                    /** @description The methods that the address has. */
                    Allow?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The Host of the request is not one of this server. */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The headers are over 16 KiB. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A fault in Mintdesk itself; what was accepted before is safe. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
}
