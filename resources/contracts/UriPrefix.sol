// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {LibString} from "solady/src/utils/LibString.sol";
import {Cid} from "./Cid.sol";

/// @title Where content is fetched that is known by its digest
/// @notice What goes before the CIDs of metadata: `ipfs://` unless another was set, as `https://example.com/metadata/`.
abstract contract UriPrefix {
    using LibString for LibString.StringStorage;

    /// @notice What goes before CIDs has changed.
    event URIPrefixUpdated(string prefix);

    /// @dev Empty for `ipfs://`.
    LibString.StringStorage private _prefix;

    /// @notice What goes before the CIDs of metadata that is known by its digest.
    function uriPrefix() public view returns (string memory prefix) {
        prefix = _prefix.get();
        if (bytes(prefix).length == 0) prefix = "ipfs://";
    }

    /// @dev Empty puts `ipfs://` back.
    function _initializeURIPrefix(string calldata prefix) internal {
        if (bytes(prefix).length != 0) _prefix.setCalldata(prefix);
    }

    /// @dev The same later on.
    function _replaceURIPrefix(string calldata prefix) internal {
        _prefix.setCalldata(prefix);
        emit URIPrefixUpdated(uriPrefix());
    }

    /// @dev The address of a file of one block with this digest.
    function _uriOf(bytes32 digest) internal view returns (string memory) {
        return string.concat(uriPrefix(), Cid.text(digest, Cid.RAW));
    }

    /// @dev The address of file `<place>.json` in the folder with this digest.
    function _fileUriOf(bytes32 folder, uint256 place) internal view returns (string memory) {
        return string.concat(uriPrefix(), Cid.text(folder, Cid.DAG_PB), "/", LibString.toString(place), ".json");
    }
}
