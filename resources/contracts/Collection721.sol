// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {OwnableRoles} from "solady/src/auth/OwnableRoles.sol";
import {ERC2981} from "solady/src/tokens/ERC2981.sol";
import {Initializable} from "solady/src/utils/Initializable.sol";
import {LibString} from "solady/src/utils/LibString.sol";
import {Batches} from "./Batches.sol";
import {Cid} from "./Cid.sol";
import {LazyERC721} from "./LazyERC721.sol";
import {TokenMetadata} from "./TokenMetadata.sol";

/// @title A collection of NFTs that is minted in batches at the price of their bytes
/// @notice ERC-721 with metadata, ERC-165, ERC-2981, ERC-4906 and ERC-7572. Ids are dense from 1.
/// Every minting call names a job, and a job is done at most once.
/// Nobody but a token's owner, and whom they approve, can move or burn it; there is no upgrade.
/// @dev Deployed once; collections are ERC-1167 clones of it, made by CollectionFactory.
contract Collection721 is LazyERC721, TokenMetadata, ERC2981, OwnableRoles, Initializable {
    /// @notice The role that may mint, and change metadata besides the owner.
    uint256 public constant MINTER_ROLE = 1;

    /// @notice Most tokens in batches that are not sorted, since `balanceOf` must read through all of them.
    uint256 public constant UNSORTED_LIMIT = 100_000;

    /// @notice Most gas that `balanceOf` may come to need; common RPC nodes refuse calls of more than 25 million.
    uint256 public constant BALANCE_GAS_LIMIT = 24_000_000;

    /// @notice The job was done before; its tokens begin at `firstTokenId`.
    error AlreadyMinted(uint256 firstTokenId);

    /// @notice The collection's supply limit leaves room for `left` more tokens only.
    error SupplyLimitReached(uint256 left);

    /// @notice A supply limit cannot be below the `minted` tokens.
    error SupplyLimitBelowMinted(uint256 minted);

    /// @notice A supply limit cannot be above 2^48 - 1; zero means none.
    error SupplyLimitTooHigh();

    /// @notice Unsorted batches have room for `left` more tokens only: sort the recipients and mint them as a sorted batch.
    error UnsortedLimitReached(uint256 left);

    /// @notice The collection holds as many batches as `balanceOf` can search: tokens can still be minted singly.
    error BatchLimitReached();

    /// @notice No batch has this index.
    error BatchDoesNotExist();

    /// @notice The token was minted singly, so no batch holds it.
    error NotInBatch();

    /// @notice A job was done: `count` tokens from `firstTokenId` on were minted.
    event JobMinted(bytes32 indexed jobId, uint256 firstTokenId, uint256 count);

    /// @notice ERC-7572: `contractURI` has changed.
    event ContractURIUpdated();

    /// @notice The supply limit has changed; zero means none.
    event SupplyLimitUpdated(uint256 supplyLimit);

    /// @notice A batch as it can be read back from the chain.
    /// @param pointer The address whose code holds it.
    /// @param firstTokenId The token of place 0.
    /// @param count How many tokens it holds.
    /// @param sorted Whether recipients ascend.
    /// @param hosted Whether it was minted with a URI for each token, instead of a folder.
    /// @param folderDigest SHA-256 of the folder's block it was minted with, zero if hosted.
    /// @param folderOverride The folder that `setBatchFolder` put in its place, zero if none.
    /// @param recipients Whom its tokens were minted to, 20 bytes each.
    /// @param uris The block of URIs, empty unless hosted.
    struct Batch {
        address pointer;
        uint256 firstTokenId;
        uint256 count;
        bool sorted;
        bool hosted;
        bytes32 folderDigest;
        bytes32 folderOverride;
        bytes recipients;
        bytes uris;
    }

    /// @dev One slot, since every minting call changes it.
    struct Counters {
        uint48 minted;
        uint48 burned;
        uint48 supplyLimit;
        uint32 batches;
        uint32 unsorted;
        uint32 balanceGas;
        bool frozen;
    }

    Counters private _counters;

    /// @notice The first token of a job, zero if it was not done.
    mapping(bytes32 jobId => uint256 firstTokenId) public jobs;

    /// @notice The collection's name.
    string public name;

    /// @notice The collection's symbol.
    string public symbol;

    /// @notice ERC-7572: where the metadata of the collection itself is.
    string public contractURI;

    constructor() {
        _disableInitializers();
    }

    /// @notice Makes a clone a collection; once.
    /// @param supplyLimit_ Most tokens ever to be minted, zero for no limit.
    /// @param owner_ Who administers the collection; may mint as well.
    function initialize(
        string calldata name_,
        string calldata symbol_,
        string calldata contractURI_,
        uint256 supplyLimit_,
        address owner_
    ) external initializer {
        if (owner_ == address(0)) revert NewOwnerIsZeroAddress();
        if (supplyLimit_ > type(uint48).max) revert SupplyLimitTooHigh();
        name = name_;
        symbol = symbol_;
        contractURI = contractURI_;
        _counters.supplyLimit = uint48(supplyLimit_);
        _initializeOwner(owner_);
        _grantRoles(owner_, MINTER_ROLE);
    }

    // Minting

    /// @notice Mints a token to each recipient, in order, with the metadata `ipfs://<folder>/<place>.json`, places counting from 0.
    /// @param jobId What the caller knows this batch by; a second call with it reverts with `AlreadyMinted`.
    /// @param folderDigest SHA-256 digest of the folder's CID (version 1, dag-pb).
    /// @param recipients 1 to 1,000 addresses of 20 bytes.
    function mintBatch(bytes32 jobId, bytes32 folderDigest, bytes calldata recipients)
        external
        onlyRoles(MINTER_ROLE)
        returns (uint256 firstTokenId)
    {
        firstTokenId = _mintFolder(jobId, folderDigest, recipients, 0);
    }

    /// @notice The same for recipients that ascend, which `balanceOf` searches instead of reading through them.
    function mintBatchSorted(bytes32 jobId, bytes32 folderDigest, bytes calldata recipients)
        external
        onlyRoles(MINTER_ROLE)
        returns (uint256 firstTokenId)
    {
        firstTokenId = _mintFolder(jobId, folderDigest, recipients, Batches.SORTED);
    }

    /// @notice Mints a token to each recipient, in order, each with a URI of its own.
    /// @param uris `count + 1` ends of two bytes, big-endian, then text. The text up to the first end begins every URI;
    /// what lies between end `i` and end `i + 1` is the rest of the URI of place `i`.
    function mintBatchUris(bytes32 jobId, bytes calldata recipients, bytes calldata uris)
        external
        onlyRoles(MINTER_ROLE)
        returns (uint256 firstTokenId)
    {
        firstTokenId = _mintHosted(jobId, recipients, uris, Batches.HOSTED);
    }

    /// @notice The same for recipients that ascend.
    function mintBatchUrisSorted(bytes32 jobId, bytes calldata recipients, bytes calldata uris)
        external
        onlyRoles(MINTER_ROLE)
        returns (uint256 firstTokenId)
    {
        firstTokenId = _mintHosted(jobId, recipients, uris, Batches.HOSTED | Batches.SORTED);
    }

    /// @notice Mints one token, which no limit on batches concerns.
    /// @param digest SHA-256 of its metadata file, whose CID has the codec raw; zero if it has a `uri`.
    /// @param uri Where its metadata is; empty if it has a `digest`, which is cheaper.
    function mint(bytes32 jobId, address to, bytes32 digest, string calldata uri)
        external
        onlyRoles(MINTER_ROLE)
        returns (uint256 tokenId)
    {
        Counters memory counters = _counters;
        tokenId = _claim(jobId, counters, 1);
        _counters = counters;
        _initializeMetadata(tokenId, digest, uri);
        _mintSingle(to, tokenId);
    }

    // Supply, batches

    /// @notice How many tokens there are.
    function totalSupply() external view returns (uint256) {
        return _counters.minted - _counters.burned;
    }

    /// @notice How many tokens were ever minted; also the highest id.
    function minted() external view returns (uint256) {
        return _counters.minted;
    }

    /// @notice Most tokens ever to be minted, burned ones included; zero for no limit.
    function supplyLimit() external view returns (uint256) {
        return _counters.supplyLimit;
    }

    /// @notice How many more tokens fit into batches that are not sorted.
    function unsortedLeft() external view returns (uint256) {
        return UNSORTED_LIMIT - _counters.unsorted;
    }

    /// @notice The gas that `balanceOf` needs at most.
    function balanceGas() external view returns (uint256) {
        return _counters.balanceGas;
    }

    /// @notice How many batches were minted.
    function batchCount() external view returns (uint256) {
        return _counters.batches;
    }

    /// @notice Batch `index`, counting from 0.
    function batch(uint256 index) external view returns (Batch memory result) {
        (address pointer, Batches.Head memory head) = _batchAt(index);
        result.pointer = pointer;
        result.firstTokenId = head.first;
        result.count = head.count;
        result.sorted = head.kind & Batches.SORTED != 0;
        result.hosted = head.kind & Batches.HOSTED != 0;
        result.folderOverride = _folderOverride(index);
        result.recipients = Batches.recipientsOf(pointer, head.count);
        bytes memory metadata = Batches.metadataOf(pointer, head.count);
        if (result.hosted) result.uris = metadata;
        else result.folderDigest = bytes32(metadata);
    }

    /// @notice The index of the batch that holds `tokenId`.
    function batchOf(uint256 tokenId) external view returns (uint256) {
        if (!_wasMinted(tokenId)) revert TokenDoesNotExist();
        (bool found, uint256 index,) = Batches.find(tokenId, _counters.batches);
        if (!found) revert NotInBatch();
        return index;
    }

    /// @notice Changes the supply limit; zero for none.
    function setSupplyLimit(uint256 limit) external onlyOwner {
        if (limit > type(uint48).max) revert SupplyLimitTooHigh();
        if (limit != 0 && limit < _counters.minted) revert SupplyLimitBelowMinted(_counters.minted);
        _counters.supplyLimit = uint48(limit);
        emit SupplyLimitUpdated(limit);
    }

    // Metadata

    /// @notice Where the metadata of `tokenId` is.
    function tokenURI(uint256 tokenId) external view returns (string memory uri) {
        _requireExists(tokenId);
        uri = _ownUri(tokenId);
        if (bytes(uri).length != 0) return uri;
        (, uint256 index, Batches.Head memory head) = Batches.find(tokenId, _counters.batches);
        uint256 place = tokenId - head.first;
        bytes32 folder = _folderOverride(index);
        if (folder == 0) {
            bytes memory metadata = Batches.metadataOf(Batches.pointer(index), head.count);
            if (head.kind & Batches.HOSTED != 0) return Batches.hostedUri(metadata, head.count, place);
            folder = bytes32(metadata);
        }
        return string.concat(Cid.uri(folder, Cid.DAG_PB), "/", LibString.toString(place), ".json");
    }

    /// @notice Whether the metadata of tokens can no longer change.
    function frozen() external view returns (bool) {
        return _counters.frozen;
    }

    /// @notice Gives a token another metadata URI.
    function setTokenURI(uint256 tokenId, string calldata uri) external onlyRolesOrOwner(MINTER_ROLE) {
        _requireNotFrozen();
        _requireExists(tokenId);
        _replaceUri(tokenId, uri);
    }

    /// @notice Gives tokens other metadata files.
    /// @param digests SHA-256 of each file, whose CID has the codec raw.
    function setTokenDigests(uint256[] calldata tokenIds, bytes32[] calldata digests) external onlyRolesOrOwner(MINTER_ROLE) {
        _requireNotFrozen();
        if (tokenIds.length != digests.length) revert LengthsDiffer();
        for (uint256 i; i < tokenIds.length; ++i) {
            _requireExists(tokenIds[i]);
            _replaceDigest(tokenIds[i], digests[i]);
        }
    }

    /// @notice Gives a batch another folder of metadata files, `0.json` and so on. A token with metadata of its own keeps that.
    /// @param folderDigest SHA-256 digest of the folder's CID (version 1, dag-pb).
    function setBatchFolder(uint256 index, bytes32 folderDigest) external onlyRolesOrOwner(MINTER_ROLE) {
        _requireNotFrozen();
        (, Batches.Head memory head) = _batchAt(index);
        _replaceFolder(index, folderDigest, head.first, head.first + head.count - 1);
    }

    /// @notice Ends all changes to the metadata of tokens, those to come included, for good.
    function freeze() external onlyOwner {
        _requireNotFrozen();
        _counters.frozen = true;
        emit MetadataFrozen();
    }

    /// @notice Changes where the metadata of the collection itself is.
    function setContractURI(string calldata uri) external onlyRolesOrOwner(MINTER_ROLE) {
        contractURI = uri;
        emit ContractURIUpdated();
    }

    /// @notice Changes what marketplaces are asked to pay on a sale: `basisPoints` hundredths of a percent to `receiver`. Zero for none.
    function setDefaultRoyalty(address receiver, uint96 basisPoints) external onlyOwner {
        if (basisPoints == 0) _deleteDefaultRoyalty();
        else _setDefaultRoyalty(receiver, basisPoints);
    }

    /// @notice ERC-165.
    function supportsInterface(bytes4 interfaceId) public view override returns (bool) {
        return interfaceId == 0x80ac58cd // ERC-721
            || interfaceId == 0x5b5e139f // ERC-721 metadata
            || interfaceId == 0x49064906 // ERC-4906
            || super.supportsInterface(interfaceId); // ERC-165, ERC-2981
    }

    function _mintFolder(bytes32 jobId, bytes32 folder, bytes calldata recipients, uint256 kind) private returns (uint256) {
        Batches.Head memory head = _open(jobId, recipients, kind);
        if (folder == 0) revert InvalidMetadata();
        Batches.write(head, recipients, folder);
        return head.first;
    }

    function _mintHosted(bytes32 jobId, bytes calldata recipients, bytes calldata uris, uint256 kind)
        private
        returns (uint256)
    {
        Batches.Head memory head = _open(jobId, recipients, kind);
        Batches.writeHosted(head, recipients, uris);
        return head.first;
    }

    /// @dev Does all the counting of a batch, and says what is to stand at its head.
    function _open(bytes32 jobId, bytes calldata recipients, uint256 kind) private returns (Batches.Head memory head) {
        Counters memory counters = _counters;
        head.kind = kind;
        head.count = recipients.length / 20;
        head.first = _claim(jobId, counters, head.count);
        Batches.checkLength(recipients);
        unchecked {
            // What reading one such batch costs balanceOf, with some to spare (measured in test/contracts).
            uint256 cost = 5_200 + head.count * 4;
            if (kind & Batches.SORTED == 0) {
                cost = 3_700 + head.count * 42;
                uint256 left = UNSORTED_LIMIT - counters.unsorted;
                if (head.count > left) revert UnsortedLimitReached(left);
                counters.unsorted += uint32(head.count);
            }
            if (counters.balanceGas + cost > BALANCE_GAS_LIMIT) revert BatchLimitReached();
            counters.balanceGas += uint32(cost);
            counters.batches += 1;
        }
        _counters = counters;
    }

    /// @dev Takes `count` ids for a job, which must be new. Goes before all other checks, so that a job that is done always says so.
    function _claim(bytes32 jobId, Counters memory counters, uint256 count) private returns (uint256 first) {
        first = jobs[jobId];
        if (first != 0) revert AlreadyMinted(first);
        unchecked {
            uint256 limit = counters.supplyLimit == 0 ? type(uint48).max : counters.supplyLimit;
            uint256 left = limit - counters.minted;
            if (count > left) revert SupplyLimitReached(left);
            first = uint256(counters.minted) + 1;
            counters.minted += uint48(count);
        }
        jobs[jobId] = first;
        emit JobMinted(jobId, first, count);
    }

    function _batchAt(uint256 index) private view returns (address pointer, Batches.Head memory head) {
        if (index >= _counters.batches) revert BatchDoesNotExist();
        pointer = Batches.pointer(index);
        head = Batches.headOf(pointer);
    }

    function _requireNotFrozen() private view {
        if (_counters.frozen) revert MetadataIsFrozen();
    }

    function _mintedOwner(uint256 id) internal view override returns (address) {
        if (!_wasMinted(id)) return address(0);
        (bool found, uint256 index, Batches.Head memory head) = Batches.find(id, _counters.batches);
        return found ? Batches.recipientAt(Batches.pointer(index), id - head.first) : address(0);
    }

    function _mintedBalance(address account) internal view override returns (uint256) {
        return Batches.countOfAll(account, _counters.batches);
    }

    function _wasMinted(uint256 id) internal view override returns (bool) {
        return id != 0 && id <= _counters.minted;
    }

    function _countBurn() internal override {
        unchecked {
            ++_counters.burned;
        }
    }
}
