// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {LibString} from "solady/src/utils/LibString.sol";
import {UriPrefix} from "./UriPrefix.sol";

/// @title Metadata that differs from what a token was minted with
/// @notice Keeps a token's own address of its metadata, the folder that replaces a batch's, and the base of all others.
abstract contract TokenMetadata is UriPrefix {
    using LibString for LibString.StringStorage;

    /// @notice Metadata is needed: a digest that is not zero, or a URI that is not empty, not both.
    error InvalidMetadata();

    /// @notice There must be one digest for each id.
    error LengthsDiffer();

    /// @notice A token without metadata of its own needs the collection's base URI, and there is none yet.
    error BaseURIMissing();

    /// @notice ERC-4906: the metadata of a token has changed.
    event MetadataUpdate(uint256 id);

    /// @notice ERC-4906: the metadata of tokens `from` to `to` has changed.
    event BatchMetadataUpdate(uint256 from, uint256 to);

    /// @dev SHA-256 of a metadata file of one block. Goes before a URI.
    mapping(uint256 id => bytes32) private _digests;

    mapping(uint256 id => LibString.StringStorage) private _uris;

    mapping(uint256 index => bytes32) private _folders;

    /// @notice Where the metadata of tokens is that have none of their own: `{baseURI}/{id}`.
    string public baseURI;

    /// @dev The token's own URI, empty if it has none.
    function _ownUri(uint256 id) internal view returns (string memory) {
        bytes32 digest = _digests[id];
        return digest == 0 ? _uris[id].get() : _uriOf(digest);
    }

    /// @dev The folder that replaces the one of batch `index`, zero if none does.
    function _folderOverride(uint256 index) internal view returns (bytes32) {
        return _folders[index];
    }

    /// @dev The URI of `id` below the base; empty where there is no base.
    function _baseUriOf(uint256 id) internal view returns (string memory) {
        string memory base = baseURI;
        return bytes(base).length == 0 ? base : string.concat(base, "/", LibString.toString(id));
    }

    function _requireBaseURI() internal view {
        if (bytes(baseURI).length == 0) revert BaseURIMissing();
    }

    /// @dev Gives `id`, which is new, metadata of its own, or with neither digest nor URI leaves it to the base URI.
    function _initializeMetadata(uint256 id, bytes32 digest, string calldata uri) internal {
        if (digest != 0) {
            if (bytes(uri).length != 0) revert InvalidMetadata();
            _digests[id] = digest;
        } else if (bytes(uri).length != 0) {
            _uris[id].setCalldata(uri);
        } else {
            _requireBaseURI();
        }
    }

    /// @dev Puts `uri` in place of the base of all tokens that rely on it; `last` is the highest id.
    function _replaceBaseURI(string calldata uri, uint256 last) internal {
        if (bytes(uri).length == 0) revert InvalidMetadata();
        baseURI = uri;
        if (last != 0) emit BatchMetadataUpdate(1, last);
    }

    /// @dev Puts `prefix` before the CIDs of all tokens that are known by a digest; `last` is the highest id.
    function _replaceURIPrefix(string calldata prefix, uint256 last) internal {
        _replaceURIPrefix(prefix);
        if (last != 0) emit BatchMetadataUpdate(1, last);
    }

    /// @dev Puts the file with this digest in place of whatever metadata `id` has.
    function _replaceDigest(uint256 id, bytes32 digest) internal {
        if (digest == 0) revert InvalidMetadata();
        _digests[id] = digest;
        emit MetadataUpdate(id);
    }

    /// @dev Puts `uri` in place of whatever metadata `id` has.
    function _replaceUri(uint256 id, string calldata uri) internal {
        if (bytes(uri).length == 0) revert InvalidMetadata();
        delete _digests[id];
        _uris[id].setCalldata(uri);
        emit MetadataUpdate(id);
    }

    /// @dev Puts `digest` in place of the metadata that batch `index`, tokens `first` to `last`, was minted with.
    function _replaceFolder(uint256 index, bytes32 digest, uint256 first, uint256 last) internal {
        if (digest == 0) revert InvalidMetadata();
        _folders[index] = digest;
        emit BatchMetadataUpdate(first, last);
    }
}
