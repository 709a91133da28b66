// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {Batches} from "./Batches.sol";
import {Collection} from "./Collection.sol";
import {Fence} from "./Jobs.sol";
import {TokenMetadata} from "./TokenMetadata.sol";

/// @title Minting and metadata of ERC-721 collections, however they keep who owns what
/// @notice ERC-721 with metadata, ERC-165, ERC-2981, ERC-4906 and ERC-7572. Ids are dense from 1.
abstract contract Minting721 is Collection, TokenMetadata {
    /// @notice Most tokens in batches that are not sorted, where `balanceOf` must read through all of them.
    uint256 public constant UNSORTED_LIMIT = 100_000;

    /// @notice Most gas that `balanceOf` may come to need; common RPC nodes refuse calls of more than 25 million.
    uint256 public constant BALANCE_GAS_LIMIT = 24_000_000;

    bytes32 private constant TRANSFER_TYPE = keccak256("Transfer(bytes32 permit,address from,address to,uint256 id)");

    /// @notice No batch has this index.
    error BatchDoesNotExist();

    /// @notice The token was minted singly, so no batch holds it.
    error NotInBatch();

    /// @notice Tokens were bought.
    event Purchased(
        address indexed buyer, address indexed to, uint256 firstTokenId, uint256 quantity, uint256 price
    );

    /// @notice A batch as it can be read back from the chain.
    /// @param pointer The address whose code holds it.
    /// @param firstTokenId The token of place 0.
    /// @param count How many tokens it holds.
    /// @param sorted Whether recipients ascend.
    /// @param hosted Whether it was minted with a URI for each token, instead of a folder.
    /// @param folderDigest SHA-256 of the folder's block it was minted with, zero if hosted.
    /// @param folderOverride The folder that `setBatchFolder` put in its place, zero if none.
    /// @param recipients Whom its tokens were minted to, 20 bytes each; empty in a standard collection, where the events tell.
    /// @param uris The block of URIs, empty unless hosted.
    /// @param base Whether its tokens have the URI `{baseURI}/{id}`, and the folder is there to be read back only.
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
        bool base;
    }

    /// @dev Reverts unless `id` was ever minted.
    function _requireMinted(uint256 id) internal view virtual;

    /// @dev Reverts unless `id` was minted and not burned.
    function _requireExists(uint256 id) internal view virtual;

    /// @dev Gives `id`, which is new, to `to`, without calling it.
    function _give(address to, uint256 id) internal virtual;

    /// @dev Gives the tokens of a batch to its recipients, and keeps it with its folder.
    function _giveBatch(Batches.Head memory head, bytes calldata recipients, bytes32 folder) internal virtual;

    /// @dev The same with a block of URIs.
    function _giveHosted(Batches.Head memory head, bytes calldata recipients, bytes calldata uris) internal virtual;

    /// @dev Counts what a batch adds to the work of `balanceOf`, and refuses what would be too much.
    function _countReading(Counters memory counters, Batches.Head memory head) internal virtual;

    /// @dev Moves `id` from its owner, who must be `from`, to `to`; zero burns it.
    function _move(address from, address to, uint256 id) internal virtual;

    // Minting

    /// @notice Mints a token to each recipient, in order, with the metadata `<uriPrefix><folder>/<place>.json`, places counting from 0.
    /// @param jobId What the caller knows this batch by; a second call with it reverts with `AlreadyMinted`.
    /// @param fence Who the caller takes itself to be (Jobs.sol); zeros for a minter that needs none.
    /// @param folderDigest SHA-256 digest of the folder's CID (version 1, dag-pb).
    /// @param recipients 1 to 1,000 addresses of 20 bytes.
    function mintBatch(bytes32 jobId, Fence calldata fence, bytes32 folderDigest, bytes calldata recipients)
        external
        onlyRoles(MINTER_ROLE)
        returns (uint256 firstTokenId)
    {
        firstTokenId = _mintFolder(jobId, fence, folderDigest, recipients, 0);
    }

    /// @notice The same for recipients that ascend, which `balanceOf` searches instead of reading through them.
    function mintBatchSorted(bytes32 jobId, Fence calldata fence, bytes32 folderDigest, bytes calldata recipients)
        external
        onlyRoles(MINTER_ROLE)
        returns (uint256 firstTokenId)
    {
        firstTokenId = _mintFolder(jobId, fence, folderDigest, recipients, Batches.SORTED);
    }

    /// @notice Mints a token to each recipient, in order, with the URI `{baseURI}/{id}`.
    /// @param folder SHA-256 digest of a folder that says what was minted; kept to be read back.
    /// @param sorted Whether recipients ascend.
    function mintBatchBase(bytes32 jobId, Fence calldata fence, bytes32 folder, bytes calldata recipients, bool sorted)
        external
        onlyRoles(MINTER_ROLE)
        returns (uint256 firstTokenId)
    {
        firstTokenId = _mintFolder(jobId, fence, folder, recipients, sorted ? Batches.BASE | Batches.SORTED : Batches.BASE);
        _requireBaseURI();
    }

    /// @notice Mints a token to each recipient, in order, each with a URI of its own.
    /// @param uris `count + 1` ends of two bytes, big-endian, then text. The text up to the first end begins every URI;
    /// what lies between end `i` and end `i + 1` is the rest of the URI of place `i`.
    function mintBatchUris(bytes32 jobId, Fence calldata fence, bytes calldata recipients, bytes calldata uris)
        external
        onlyRoles(MINTER_ROLE)
        returns (uint256 firstTokenId)
    {
        firstTokenId = _mintHosted(jobId, fence, recipients, uris, Batches.HOSTED);
    }

    /// @notice The same for recipients that ascend.
    function mintBatchUrisSorted(bytes32 jobId, Fence calldata fence, bytes calldata recipients, bytes calldata uris)
        external
        onlyRoles(MINTER_ROLE)
        returns (uint256 firstTokenId)
    {
        firstTokenId = _mintHosted(jobId, fence, recipients, uris, Batches.HOSTED | Batches.SORTED);
    }

    /// @notice Mints one token, which no limit on batches concerns. Without digest and URI it has the URI `{baseURI}/{id}`.
    /// @param digest SHA-256 of its metadata file, whose CID has the codec raw; zero if it has a `uri`.
    /// @param uri Where its metadata is; empty if it has a `digest`, which is cheaper.
    function mint(bytes32 jobId, Fence calldata fence, address to, bytes32 digest, string calldata uri)
        external
        onlyRoles(MINTER_ROLE)
        returns (uint256 tokenId)
    {
        Counters memory counters = _counters;
        tokenId = _claim(jobId, fence, counters, 1);
        _counters = counters;
        _initializeMetadata(tokenId, digest, uri);
        _give(to, tokenId);
    }

    /// @notice Buys tokens of those set aside for sale, with the URI `{baseURI}/{id}`. The call must bring their price, which goes to the payee.
    /// @param to Whom the tokens are for; a contract is not asked.
    function purchase(address to, uint256 quantity) external payable returns (uint256 firstTokenId) {
        uint256 price;
        (firstTokenId, price) = _sell(quantity);
        _requireBaseURI();
        unchecked {
            for (uint256 i; i < quantity; ++i) _give(to, firstTokenId + i);
        }
        emit Purchased(msg.sender, to, firstTokenId, quantity, price);
        _passOn();
    }

    /// @notice Moves or burns a token as its holder permitted by a signature, once.
    /// @param permit What the holder knows this by; a second call with it reverts with `PermitUsed`.
    /// @param from The holder, who signed.
    /// @param to Whom the token is for; a contract is not asked. Zero burns it.
    /// @param signature Of EIP-712 data: domain `Mintdesk Collection`, version `1`, and `Transfer(bytes32 permit,address from,address to,uint256 id)`.
    function transferBySignature(bytes32 permit, address from, address to, uint256 id, bytes calldata signature)
        external
    {
        _usePermit(from, permit, keccak256(abi.encode(TRANSFER_TYPE, permit, from, to, id)), signature);
        if (to != address(0)) _requireTransferable();
        _move(from, to, id);
    }

    // Batches

    /// @notice How many more tokens fit into batches that are not sorted.
    function unsortedLeft() external view returns (uint256) {
        return UNSORTED_LIMIT - _counters.unsorted;
    }

    /// @notice The gas that `balanceOf` needs at most for the batches.
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
        result.recipients = Batches.recipientsOf(pointer, head);
        result.base = head.kind & Batches.BASE != 0;
        bytes memory metadata = Batches.metadataOf(pointer, head);
        if (result.hosted) result.uris = metadata;
        else result.folderDigest = bytes32(metadata);
    }

    /// @notice The index of the batch that holds `tokenId`.
    function batchOf(uint256 tokenId) external view returns (uint256) {
        _requireMinted(tokenId);
        (bool found, uint256 index,) = Batches.find(tokenId, _counters.batches);
        if (!found) revert NotInBatch();
        return index;
    }

    // Metadata

    /// @notice Where the metadata of `tokenId` is.
    function tokenURI(uint256 tokenId) public view virtual returns (string memory uri) {
        _requireExists(tokenId);
        uri = _ownUri(tokenId);
        if (bytes(uri).length != 0) return uri;
        (bool found, uint256 index, Batches.Head memory head) = Batches.find(tokenId, _counters.batches);
        if (!found) return _baseUriOf(tokenId);
        uint256 place = tokenId - head.first;
        bytes32 folder = _folderOverride(index);
        if (folder == 0) {
            if (head.kind & Batches.BASE != 0) return _baseUriOf(tokenId);
            bytes memory metadata = Batches.metadataOf(Batches.pointer(index), head);
            if (head.kind & Batches.HOSTED != 0) return Batches.hostedUri(metadata, head.count, place);
            folder = bytes32(metadata);
        }
        return _fileUriOf(folder, place);
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

    /// @notice Changes the base of the URIs of all tokens that have no metadata of their own.
    function setBaseURI(string calldata uri) external onlyRolesOrOwner(MINTER_ROLE) {
        _requireNotFrozen();
        _replaceBaseURI(uri, minted());
    }

    /// @notice Changes what goes before the CIDs of all metadata that is known by its digest; empty for `ipfs://`.
    function setURIPrefix(string calldata prefix) external onlyRolesOrOwner(MINTER_ROLE) {
        _requireNotFrozen();
        _replaceURIPrefix(prefix, minted());
    }

    /// @notice ERC-165.
    function supportsInterface(bytes4 interfaceId) public view virtual override returns (bool) {
        return interfaceId == 0x80ac58cd // ERC-721
            || interfaceId == 0x5b5e139f // ERC-721 metadata
            || interfaceId == 0x49064906 // ERC-4906
            || super.supportsInterface(interfaceId); // ERC-165, ERC-2981
    }

    function _mintFolder(bytes32 jobId, Fence calldata fence, bytes32 folder, bytes calldata recipients, uint256 kind)
        private
        returns (uint256)
    {
        Batches.Head memory head = _open(jobId, fence, recipients, kind);
        if (folder == 0) revert InvalidMetadata();
        _giveBatch(head, recipients, folder);
        return head.first;
    }

    function _mintHosted(
        bytes32 jobId,
        Fence calldata fence,
        bytes calldata recipients,
        bytes calldata uris,
        uint256 kind
    ) private returns (uint256) {
        Batches.Head memory head = _open(jobId, fence, recipients, kind);
        Batches.checkUris(uris, head.count);
        _giveHosted(head, recipients, uris);
        return head.first;
    }

    /// @dev Does all the counting of a batch, and says what is to stand at its head.
    function _open(bytes32 jobId, Fence calldata fence, bytes calldata recipients, uint256 kind)
        private
        returns (Batches.Head memory head)
    {
        Counters memory counters = _counters;
        head.kind = kind;
        head.count = recipients.length / 20;
        head.first = _claim(jobId, fence, counters, head.count);
        Batches.checkLength(recipients);
        _countReading(counters, head);
        counters.batches += 1;
        _counters = counters;
    }

    function _batchAt(uint256 index) private view returns (address pointer, Batches.Head memory head) {
        if (index >= _counters.batches) revert BatchDoesNotExist();
        pointer = Batches.pointer(index);
        head = Batches.headOf(pointer);
    }
}
