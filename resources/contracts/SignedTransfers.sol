// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {EIP712} from "solady/src/utils/EIP712.sol";
import {SignatureCheckerLib} from "solady/src/utils/SignatureCheckerLib.sol";

/// @title Permissions of holders, signed instead of sent
/// @notice EIP-712, bound to this collection and network. A holder without coins can so let somebody else pay for the transaction.
/// Each permission has an id that its holder uses once. These ids are the holder's own: they have nothing to do with jobs, or with other holders.
abstract contract SignedTransfers is EIP712 {
    /// @notice The holder did not sign this, for this collection and network.
    error InvalidSignature();

    /// @notice The holder used this permission before.
    error PermitUsed(address holder, bytes32 permit);

    /// @notice Whether a holder used a permission.
    mapping(address holder => mapping(bytes32 permit => bool)) public usedPermits;

    /// @dev Uses a permission up, which must be new and signed by its holder.
    function _usePermit(address holder, bytes32 permit, bytes32 structHash, bytes calldata signature) internal {
        if (usedPermits[holder][permit]) revert PermitUsed(holder, permit);
        _requireSigned(holder, structHash, signature);
        usedPermits[holder][permit] = true;
    }

    /// @dev Reverts unless `holder` signed the struct: by its key, or as a contract by EIP-1271. Calls nothing that can change state.
    function _requireSigned(address holder, bytes32 structHash, bytes calldata signature) private view {
        if (!SignatureCheckerLib.isValidSignatureNowCalldata(holder, _hashTypedData(structHash), signature)) {
            revert InvalidSignature();
        }
    }

    function _domainNameAndVersion() internal pure override returns (string memory name, string memory version) {
        return ("Mintdesk Collection", "1");
    }
}
