// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ERC1155} from "solady/src/tokens/ERC1155.sol";
import {ERC2981} from "solady/src/tokens/ERC2981.sol";
import {LibString} from "solady/src/utils/LibString.sol";
import {Administration} from "./Administration.sol";
import {Fence, Jobs} from "./Jobs.sol";
import {SignedTransfers} from "./SignedTransfers.sol";
import {UriPrefix} from "./UriPrefix.sol";

/// @notice What a contract implements to be minted tokens of ERC-1155.
interface IERC1155Receiver {
    function onERC1155Received(address operator, address from, uint256 id, uint256 amount, bytes calldata data)
        external
        returns (bytes4);
}

/// @title A collection of copies: each token id is one template, of which any number of units exist
/// @notice ERC-1155 with metadata URIs, ERC-165, ERC-2981 and ERC-7572. Ids are chosen by the minter, from 1 to 2^56 - 1.
/// A job is done whole or not at all.
/// Nobody but a holder, and whom they approve, can move or burn units; there is no upgrade.
/// @dev Deployed once; collections are ERC-1167 clones of it, made by CollectionFactory.
contract Collection1155 is ERC1155, Administration, Jobs, SignedTransfers, UriPrefix {
    using LibString for LibString.StringStorage;

    /// @notice Most items in one batch.
    uint256 public constant MAX_ITEMS = 1_000;

    /// @notice The gas that a recipient contract is given to accept what it is minted. One that wants more refuses by that.
    uint256 public constant CALLBACK_GAS = 500_000;

    /// @dev Solady's seed of balance slots; minting here differs from Solady's in how recipients are asked (differential fuzz: test/contracts).
    uint256 private constant BALANCE_SEED = 0x9a31110384e0b0c9;

    uint256 private constant TRANSFER_SINGLE_TOPIC = 0xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62;

    /// @dev A token's word: units ever minted in the lowest 64 bits, its limit in the next 64, this flag once it is defined, and in the
    /// highest 120 bits what tells the metadata it was defined with from any other.
    uint256 private constant EXISTS = 1 << 128;

    /// @dev The bits of a token's word that its definition decides for good.
    uint256 private constant DEFINED = type(uint256).max << 128;

    uint256 private constant MAX_LIMIT = type(uint48).max;

    bytes32 private constant TRANSFER_TYPE =
        keccak256("Transfer(bytes32 permit,address from,address to,uint256 id,uint256 amount)");

    /// @notice The collection's supply limit leaves room for `left` more units only.
    error SupplyLimitReached(uint256 left);

    /// @notice A supply limit cannot be below the `minted` units.
    error SupplyLimitBelowMinted(uint256 minted);

    /// @notice A supply limit cannot be above 2^48 - 1; zero means none.
    error SupplyLimitTooHigh();

    /// @notice A batch holds 1 to 1,000 items of 32 bytes.
    error InvalidItems();

    /// @notice The item at `place` has no recipient, no amount, or a token that is not defined.
    error InvalidItem(uint256 place);

    /// @notice The limit of the token at `place` leaves room for `left` more units only.
    error TokenLimitReached(uint256 place, uint256 left);

    /// @notice The recipient at `place` is a contract that does not take the token, or not for the gas it is given.
    error RecipientRefused(uint256 place, address recipient);

    /// @notice The transaction has too little gas left to ask a recipient contract.
    error NotEnoughGas();

    /// @notice A token id is 1 to 2^56 - 1.
    error InvalidTokenId();

    /// @notice The token `id` was defined with other metadata: it is another template's.
    error TokenDefinedOtherwise(uint256 id);

    /// @notice No token has this id.
    error TokenDoesNotExist();

    /// @notice Metadata is a digest that is not zero or a URI that is not empty, one of them; none is enough only under a base URI.
    error InvalidMetadata();

    /// @notice There must be one digest for each id.
    error LengthsDiffer();

    /// @notice The metadata of this collection was frozen and cannot be changed.
    error MetadataIsFrozen();

    /// @notice Units of this collection cannot be transferred.
    error NotTransferable();

    /// @notice The zero address cannot be an operator.
    error OperatorIsZeroAddress();

    /// @notice No batch has this index.
    error BatchDoesNotExist();

    /// @notice The collection's supply limit has changed; zero means none.
    event SupplyLimitUpdated(uint256 supplyLimit);

    /// @notice The limit of a token has changed; zero means none.
    event TokenLimitUpdated(uint256 indexed id, uint256 limit);

    /// @notice Where the metadata of tokens without their own lies has changed.
    event BaseURIUpdated(string baseURI);

    /// @notice Whether units can be transferred has changed.
    event TransferableUpdated(bool transferable);

    /// @notice From now on no metadata of a token can change.
    event MetadataFrozen();

    /// @notice What a token is, told once.
    /// @param id 1 to 2^56 - 1.
    /// @param limit Most units ever to be minted, zero for no limit.
    /// @param digest SHA-256 of its metadata file, whose CID has the codec raw; zero if it has a `uri`.
    /// @param uri Where its metadata is; empty if it has a `digest`, which is cheaper.
    struct Definition {
        uint256 id;
        uint256 limit;
        bytes32 digest;
        string uri;
    }

    /// @notice What makes a collection.
    /// @param uriPrefix What goes before the CIDs of its tokens' metadata, empty for `ipfs://`.
    /// @param supplyLimit Most units ever to be minted, of all tokens together, zero for no limit.
    /// @param owner Who administers the collection; may mint as well.
    struct Init {
        string name;
        string symbol;
        string contractURI;
        string uriPrefix;
        uint256 supplyLimit;
        address owner;
    }

    /// @notice A batch as it can be read back from the chain.
    /// @param jobId What it was minted as.
    /// @param tagsFolder SHA-256 digest of the CID of the folder that says which mints its items are.
    /// @param blockNumber The block of its transaction, by this chain's own count.
    /// @param count How many items it holds; they stand in the transaction's `TransferSingle` events from nobody, in order.
    struct Batch {
        bytes32 jobId;
        bytes32 tagsFolder;
        uint256 blockNumber;
        uint256 count;
    }

    struct Record {
        bytes32 jobId;
        bytes32 tagsFolder;
    }

    /// @dev One slot, since every minting call changes it.
    struct Counters {
        uint64 minted;
        uint64 supplyLimit;
        uint32 batches;
        bool frozen;
        bool locked;
    }

    Counters private _counters;

    /// @dev Of each job that was done: batch number (32 bits), count (32), block (64), from the lowest bit on.
    mapping(bytes32 jobId => uint256) private _jobs;

    mapping(uint256 index => Record) private _batches;

    mapping(uint256 id => uint256) private _tokens;

    mapping(uint256 id => bytes32) private _digests;

    mapping(uint256 id => LibString.StringStorage) private _uris;

    /// @notice Tokens without metadata of their own have it at `<baseURI>/<id>`.
    string public baseURI;

    /// @notice Makes a clone a collection; once.
    function initialize(Init calldata init) external initializer {
        if (init.supplyLimit > MAX_LIMIT) revert SupplyLimitTooHigh();
        _initializeAdministration(init.name, init.symbol, init.contractURI, init.owner);
        _initializeURIPrefix(init.uriPrefix);
        _counters.supplyLimit = uint64(init.supplyLimit);
    }

    // Minting

    /// @notice Mints items in order, each to one recipient, all or none of them. They stand in the `TransferSingle` events from nobody that
    /// follow `JobMinted` in the transaction.
    /// @param jobId What the caller knows this batch by; a second call with it reverts with `AlreadyMinted`.
    /// @param fence Who the caller takes itself to be (Jobs.sol); zeros for a minter that needs none.
    /// @param tagsFolder SHA-256 digest of a folder's CID (version 1, dag-pb), kept for reading back.
    /// @param items 1 to 1,000 of 32 bytes: recipient (20), token id (7), amount (5).
    /// @param definitions Tokens that may be new. One that was defined with the same metadata stays as it is.
    /// @return number The batch's number, counting from 1.
    function mintBatch(
        bytes32 jobId,
        Fence calldata fence,
        bytes32 tagsFolder,
        bytes calldata items,
        Definition[] calldata definitions
    ) external onlyRoles(MINTER_ROLE) returns (uint256 number) {
        _begin(jobId, fence);
        uint256 count = items.length >> 5;
        if (count == 0 || count > MAX_ITEMS || items.length & 31 != 0) revert InvalidItems();
        if (tagsFolder == 0) revert InvalidMetadata();
        // All counting is done before the first recipient is asked: what it does then meets the collection as it will be.
        number = _count(items);
        _jobs[jobId] = number | (count << 32) | (block.number << 64);
        _batches[number - 1] = Record(jobId, tagsFolder);
        emit JobMinted(jobId, msg.sender, number, count);
        for (uint256 i; i < definitions.length; ++i) _define(definitions[i]);
        for (uint256 place; place < count; ++place) _mintItem(items, place);
    }

    /// @notice Defines tokens before anything is minted of them. One that was defined with the same metadata stays as it is.
    function defineTokens(Definition[] calldata definitions) external onlyRoles(MINTER_ROLE) {
        for (uint256 i; i < definitions.length; ++i) _define(definitions[i]);
    }

    // Supply, batches

    /// @notice How many units were ever minted, of all tokens together.
    function minted() external view returns (uint256) {
        return _counters.minted;
    }

    /// @notice Most units ever to be minted, burned ones included; zero for no limit.
    function supplyLimit() external view returns (uint256) {
        return _counters.supplyLimit;
    }

    /// @notice Whether a token is defined, how many units of it were ever minted, and its limit (zero: none).
    function token(uint256 id) external view returns (bool defined, uint256 units, uint256 limit) {
        uint256 word = _tokens[id];
        return (word != 0, uint64(word), uint64(word >> 64));
    }

    /// @notice The number of the batch that a job was done as, counting from 1; zero if it was not done.
    function jobs(bytes32 jobId) external view returns (uint256) {
        return _firstOf(jobId);
    }

    /// @notice How many batches were minted.
    function batchCount() external view returns (uint256) {
        return _counters.batches;
    }

    /// @notice Batch `index`, counting from 0.
    function batch(uint256 index) external view returns (Batch memory) {
        if (index >= _counters.batches) revert BatchDoesNotExist();
        Record memory record = _batches[index];
        uint256 job = _jobs[record.jobId];
        return Batch(record.jobId, record.tagsFolder, job >> 64, uint32(job >> 32));
    }

    /// @notice Changes the collection's supply limit; zero for none.
    function setSupplyLimit(uint256 limit) external onlyOwner {
        if (limit > MAX_LIMIT) revert SupplyLimitTooHigh();
        if (limit != 0 && limit < _counters.minted) revert SupplyLimitBelowMinted(_counters.minted);
        _counters.supplyLimit = uint64(limit);
        emit SupplyLimitUpdated(limit);
    }

    /// @notice Changes the limit of a token; zero for none.
    function setTokenLimit(uint256 id, uint256 limit) external onlyRolesOrOwner(MINTER_ROLE) {
        uint256 word = _requireToken(id);
        if (limit > MAX_LIMIT) revert SupplyLimitTooHigh();
        if (limit != 0 && limit < uint64(word)) revert SupplyLimitBelowMinted(uint64(word));
        _tokens[id] = (word & DEFINED) | (limit << 64) | uint64(word);
        emit TokenLimitUpdated(id, limit);
    }

    // Metadata

    /// @notice Where the metadata of `id` is.
    function uri(uint256 id) public view override returns (string memory) {
        _requireToken(id);
        bytes32 digest = _digests[id];
        if (digest != 0) return _uriOf(digest);
        string memory own = _uris[id].get();
        return bytes(own).length == 0 ? string.concat(baseURI, "/", LibString.toString(id)) : own;
    }

    /// @notice Whether the metadata of tokens can no longer change.
    function frozen() external view returns (bool) {
        return _counters.frozen;
    }

    /// @notice Gives a token another metadata URI.
    function setTokenURI(uint256 id, string calldata value) external onlyRolesOrOwner(MINTER_ROLE) {
        _requireNotFrozen();
        _requireToken(id);
        if (bytes(value).length == 0) revert InvalidMetadata();
        delete _digests[id];
        _uris[id].setCalldata(value);
        emit URI(value, id);
    }

    /// @notice Gives tokens other metadata files.
    /// @param digests SHA-256 of each file, whose CID has the codec raw.
    function setTokenDigests(uint256[] calldata ids, bytes32[] calldata digests) external onlyRolesOrOwner(MINTER_ROLE) {
        _requireNotFrozen();
        if (ids.length != digests.length) revert LengthsDiffer();
        for (uint256 i; i < ids.length; ++i) {
            _requireToken(ids[i]);
            if (digests[i] == 0) revert InvalidMetadata();
            _digests[ids[i]] = digests[i];
            emit URI(_uriOf(digests[i]), ids[i]);
        }
    }

    /// @notice Changes where tokens without metadata of their own have it.
    function setBaseURI(string calldata value) external onlyRolesOrOwner(MINTER_ROLE) {
        _requireNotFrozen();
        baseURI = value;
        emit BaseURIUpdated(value);
    }

    /// @notice Changes what goes before the CIDs of all metadata that is known by its digest; empty for `ipfs://`.
    function setURIPrefix(string calldata prefix) external onlyRolesOrOwner(MINTER_ROLE) {
        _requireNotFrozen();
        _replaceURIPrefix(prefix);
    }

    /// @notice Ends all changes to the metadata of tokens for good. New tokens can still be defined.
    function freeze() external onlyOwner {
        _requireNotFrozen();
        _counters.frozen = true;
        emit MetadataFrozen();
    }

    // Holders

    /// @notice Whether units can be transferred, and others approved to do so.
    function transferable() external view returns (bool) {
        return !_counters.locked;
    }

    /// @notice Allows or forbids transfers and approvals. Minting, burning and taking approvals back go on either way.
    function setTransferable(bool value) external onlyOwner {
        _counters.locked = !value;
        emit TransferableUpdated(value);
    }

    /// @notice Destroys units, for good. Only their holder, or whom they approved, can.
    function burn(address from, uint256 id, uint256 amount) external {
        _burn(msg.sender, _notZero(from), id, amount);
    }

    /// @notice Destroys units of several tokens of one holder.
    function burnBatch(address from, uint256[] calldata ids, uint256[] calldata amounts) external {
        _batchBurn(msg.sender, _notZero(from), ids, amounts);
    }

    /// @notice Moves or burns units as their holder permitted by a signature, once.
    /// @param permit What the holder knows this by; a second call with it reverts with `PermitUsed`.
    /// @param from The holder, who signed.
    /// @param to Whom the units are for; a contract must agree. Zero burns them.
    /// @param signature Of EIP-712 data: domain `Mintdesk Collection`, version `1`, and
    /// `Transfer(bytes32 permit,address from,address to,uint256 id,uint256 amount)`.
    function transferBySignature(
        bytes32 permit,
        address from,
        address to,
        uint256 id,
        uint256 amount,
        bytes calldata signature
    ) external {
        bytes32 structHash = keccak256(abi.encode(TRANSFER_TYPE, permit, from, to, id, amount));
        _usePermit(_notZero(from), permit, structHash, signature);
        if (to == address(0)) {
            _burn(from, id, amount);
        } else {
            _requireTransferable();
            _safeTransfer(from, to, id, amount, "");
        }
    }

    /// @notice Lets `operator` move all the caller's units, or no longer, which is possible at any time.
    function setApprovalForAll(address operator, bool isApproved) public override {
        if (isApproved) _requireTransferable();
        if (operator == address(0)) revert OperatorIsZeroAddress();
        super.setApprovalForAll(operator, isApproved);
    }

    /// @inheritdoc ERC1155
    function safeTransferFrom(address from, address to, uint256 id, uint256 amount, bytes calldata data) public override {
        _requireTransferable();
        super.safeTransferFrom(_notZero(from), to, id, amount, data);
    }

    /// @inheritdoc ERC1155
    function safeBatchTransferFrom(
        address from,
        address to,
        uint256[] calldata ids,
        uint256[] calldata amounts,
        bytes calldata data
    ) public override {
        _requireTransferable();
        super.safeBatchTransferFrom(_notZero(from), to, ids, amounts, data);
    }

    /// @notice ERC-165.
    function supportsInterface(bytes4 interfaceId) public view override(ERC1155, ERC2981) returns (bool) {
        return ERC1155.supportsInterface(interfaceId) || ERC2981.supportsInterface(interfaceId);
    }

    /// @dev Adds a batch's units to the counters, and says the batch's number.
    function _count(bytes calldata items) private returns (uint256 number) {
        uint256 units;
        /// @solidity memory-safe-assembly
        assembly {
            let at := items.offset
            for { let end := add(at, items.length) } lt(at, end) { at := add(at, 32) } {
                units := add(units, and(calldataload(at), 0xffffffffff))
            }
        }
        Counters memory counters = _counters;
        unchecked {
            uint256 limit = counters.supplyLimit == 0 ? type(uint64).max : counters.supplyLimit;
            uint256 left = limit - counters.minted;
            if (units > left) revert SupplyLimitReached(left);
            counters.minted += uint64(units);
            number = ++counters.batches;
        }
        _counters = counters;
    }

    function _define(Definition calldata definition) private {
        uint256 id = definition.id;
        if (id == 0 || id > type(uint56).max) revert InvalidTokenId();
        uint256 defined = EXISTS | (uint256(keccak256(abi.encode(definition.digest, definition.uri))) << 136);
        uint256 word = _tokens[id];
        if (word != 0) {
            // What was changed since is no difference.
            if (word & DEFINED != defined) revert TokenDefinedOtherwise(id);
            return;
        }
        if (definition.limit > MAX_LIMIT) revert SupplyLimitTooHigh();
        _tokens[id] = defined | (definition.limit << 64);
        bool hosted = bytes(definition.uri).length != 0;
        if (hosted ? definition.digest != 0 : definition.digest == 0 && bytes(baseURI).length == 0) revert InvalidMetadata();
        if (hosted) _uris[id].setCalldata(definition.uri);
        else if (definition.digest != 0) _digests[id] = definition.digest;
        emit URI(uri(id), id);
    }

    /// @dev Mints the item at `place`, whose units are counted in the collection's counters already.
    function _mintItem(bytes calldata items, uint256 place) private {
        address to;
        uint256 id;
        uint256 amount;
        /// @solidity memory-safe-assembly
        assembly {
            let item := calldataload(add(items.offset, shl(5, place)))
            to := shr(96, item)
            id := and(shr(40, item), 0xffffffffffffff)
            amount := and(item, 0xffffffffff)
        }
        uint256 word = _tokens[id];
        if (word == 0 || to == address(0) || amount == 0) revert InvalidItem(place);
        unchecked {
            uint256 limit = uint64(word >> 64);
            if (limit != 0 && uint64(word) + amount > limit) revert TokenLimitReached(place, limit - uint64(word));
            // The collection's counter, which holds at least as many units, is known not to overflow 64 bits.
            _tokens[id] = word + amount;
        }
        /// @solidity memory-safe-assembly
        assembly {
            mstore(0x20, or(BALANCE_SEED, shl(96, to)))
            mstore(0x00, id)
            let slot := keccak256(0x00, 0x40)
            // No balance is above the units that were minted.
            sstore(slot, add(sload(slot), amount))
            mstore(0x20, amount)
            log4(0x00, 0x40, TRANSFER_SINGLE_TOPIC, caller(), 0, to)
        }
        if (to.code.length != 0) _ask(to, id, amount, place);
    }

    /// @dev Asks a recipient contract, as ERC-1155 says. It is given so much gas and no more, and is sure to have had it: so a refusal is the
    /// recipient's own, never want of gas, and names its place, so that the others can be minted without it.
    function _ask(address to, uint256 id, uint256 amount, uint256 place) private {
        if (gasleft() < CALLBACK_GAS + CALLBACK_GAS / 63 + 10_000) revert NotEnoughGas();
        bytes memory question =
            abi.encodeCall(IERC1155Receiver.onERC1155Received, (msg.sender, address(0), id, amount, ""));
        bool accepted;
        /// @solidity memory-safe-assembly
        assembly {
            mstore(0x00, 0)
            accepted := call(CALLBACK_GAS, to, 0, add(question, 0x20), mload(question), 0x00, 0x20)
            accepted := and(accepted, gt(returndatasize(), 31))
            accepted := and(accepted, eq(mload(0x00), shl(224, 0xf23a6e61)))
        }
        if (!accepted) revert RecipientRefused(place, to);
    }

    function _firstOf(bytes32 jobId) internal view override returns (uint256) {
        return uint32(_jobs[jobId]);
    }

    function _requireToken(uint256 id) private view returns (uint256 word) {
        word = _tokens[id];
        if (word == 0) revert TokenDoesNotExist();
    }

    function _requireNotFrozen() private view {
        if (_counters.frozen) revert MetadataIsFrozen();
    }

    function _requireTransferable() private view {
        if (_counters.locked) revert NotTransferable();
    }

    /// @dev Nobody holds anything at the zero address; saying so beats moving nothing of it.
    function _notZero(address from) private pure returns (address) {
        if (from == address(0)) revert NotOwnerNorApproved();
        return from;
    }
}
