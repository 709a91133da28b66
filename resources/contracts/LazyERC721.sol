// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// @notice What a contract implements to be sent tokens by `safeTransferFrom`.
interface IERC721Receiver {
    function onERC721Received(address operator, address from, uint256 id, bytes calldata data) external returns (bytes4);
}

/// @title ERC-721 ownership that takes a slot only when a token moves
/// @notice Who a token was minted to is known elsewhere (`_mintedOwner`); this contract keeps what has changed since: a slot for a token
/// once it was transferred, burned or minted singly, and for each account the difference that made to its balance.
/// Behaves as OpenZeppelin's ERC721 in every view and in what reverts. Error names are Solady's.
abstract contract LazyERC721 {
    /// @notice The caller is neither the token's owner nor approved by them.
    error NotOwnerNorApproved();

    /// @notice No token has this id, or it was burned.
    error TokenDoesNotExist();

    /// @notice The zero address has no balance.
    error BalanceQueryForZeroAddress();

    /// @notice Tokens cannot be sent or minted to the zero address.
    error TransferToZeroAddress();

    /// @notice The token is not owned by the address it is to be sent from.
    error TransferFromIncorrectOwner();

    /// @notice The zero address cannot be an operator.
    error OperatorIsZeroAddress();

    /// @notice The recipient is a contract that does not take tokens.
    error TransferToNonERC721ReceiverImplementer();

    event Transfer(address indexed from, address indexed to, uint256 indexed id);
    event Approval(address indexed owner, address indexed account, uint256 indexed id);
    event ApprovalForAll(address indexed owner, address indexed operator, bool isApproved);

    /// @dev Stands in a token's slot once it is burned; no address has this bit.
    uint256 private constant BURNED = 1 << 160;

    /// @dev The owner of a token that has changed hands, was minted singly, or is `BURNED`; zero while it is with whom its batch names.
    mapping(uint256 id => uint256) private _owners;

    /// @dev The balance of an account less what batches minted to it, modulo 2^256.
    mapping(address account => uint256) private _differences;

    mapping(uint256 id => address) private _approvals;

    /// @notice Whether `operator` may move all tokens of `owner`.
    mapping(address owner => mapping(address operator => bool)) public isApprovedForAll;

    /// @dev Whom a batch minted `id` to; zero if no batch holds it.
    function _mintedOwner(uint256 id) internal view virtual returns (address);

    /// @dev How many tokens batches minted to `account`.
    function _mintedBalance(address account) internal view virtual returns (uint256);

    /// @dev Whether `id` was ever minted.
    function _wasMinted(uint256 id) internal view virtual returns (bool);

    /// @dev Reverts while tokens cannot be given away.
    function _requireTransferable() internal view virtual;

    /// @dev Called once for each token that is burned.
    function _countBurn() internal virtual;

    /// @notice The owner of `id`.
    function ownerOf(uint256 id) public view returns (address owner) {
        uint256 word = _owners[id];
        owner = word == 0 ? _mintedOwner(id) : word == BURNED ? address(0) : address(uint160(word));
        if (owner == address(0)) revert TokenDoesNotExist();
    }

    /// @notice How many tokens `account` owns. Exact, and dear: meant for calls from outside, not from another contract.
    function balanceOf(address account) external view returns (uint256) {
        if (account == address(0)) revert BalanceQueryForZeroAddress();
        unchecked {
            return _mintedBalance(account) + _differences[account];
        }
    }

    /// @notice The account that may move `id` besides its owner and their operators.
    function getApproved(uint256 id) external view returns (address) {
        _requireExists(id);
        return _approvals[id];
    }

    /// @notice Lets `account` move `id` until it is next transferred; the zero address takes that back, at any time.
    function approve(address account, uint256 id) external {
        if (account != address(0)) _requireTransferable();
        address owner = ownerOf(id);
        if (msg.sender != owner && !isApprovedForAll[owner][msg.sender]) revert NotOwnerNorApproved();
        _approvals[id] = account;
        emit Approval(owner, account, id);
    }

    /// @notice Lets `operator` move all the caller's tokens, or no longer, which is possible at any time.
    function setApprovalForAll(address operator, bool isApproved) external {
        if (isApproved) _requireTransferable();
        if (operator == address(0)) revert OperatorIsZeroAddress();
        isApprovedForAll[msg.sender][operator] = isApproved;
        emit ApprovalForAll(msg.sender, operator, isApproved);
    }

    /// @notice Sends `id` from its owner to `to`.
    function transferFrom(address from, address to, uint256 id) public {
        _requireTransferable();
        if (to == address(0)) revert TransferToZeroAddress();
        if (_authorizedOwner(id) != from) revert TransferFromIncorrectOwner();
        _hand(from, to, id);
    }

    /// @notice Sends `id`; a contract that receives it must agree.
    function safeTransferFrom(address from, address to, uint256 id) external {
        safeTransferFrom(from, to, id, "");
    }

    /// @notice Sends `id`; a contract that receives it is given `data` and must agree.
    function safeTransferFrom(address from, address to, uint256 id, bytes memory data) public {
        transferFrom(from, to, id);
        if (to.code.length == 0) return;
        try IERC721Receiver(to).onERC721Received(msg.sender, from, id, data) returns (bytes4 answer) {
            if (answer != IERC721Receiver.onERC721Received.selector) revert TransferToNonERC721ReceiverImplementer();
        } catch (bytes memory reason) {
            if (reason.length == 0) revert TransferToNonERC721ReceiverImplementer();
            /// @solidity memory-safe-assembly
            assembly {
                revert(add(reason, 0x20), mload(reason))
            }
        }
    }

    /// @notice Destroys `id`, for good. Only its owner, or whom they approved, can.
    function burn(uint256 id) external {
        _hand(_authorizedOwner(id), address(0), id);
    }

    /// @dev Moves `id` from its owner, who must be `from`, to `to`; zero burns it. Asks nobody whether they may.
    function _move(address from, address to, uint256 id) internal virtual {
        if (ownerOf(id) != from) revert TransferFromIncorrectOwner();
        _hand(from, to, id);
    }

    /// @dev Gives `id`, which must be new and in no batch, to `to`.
    function _mintSingle(address to, uint256 id) internal {
        if (to == address(0)) revert TransferToZeroAddress();
        _owners[id] = uint160(to);
        unchecked {
            ++_differences[to];
        }
        emit Transfer(address(0), to, id);
    }

    /// @dev Reverts unless `id` was minted and not burned.
    function _requireExists(uint256 id) internal view virtual {
        if (!_wasMinted(id) || _owners[id] == BURNED) revert TokenDoesNotExist();
    }

    /// @dev The owner of `id`, or a revert when the caller may not act for them.
    function _authorizedOwner(uint256 id) private view returns (address owner) {
        owner = ownerOf(id);
        if (msg.sender != owner && !isApprovedForAll[owner][msg.sender] && msg.sender != _approvals[id]) {
            revert NotOwnerNorApproved();
        }
    }

    /// @dev Writes down that `id` goes from its owner to `to`; zero burns it.
    function _hand(address from, address to, uint256 id) private {
        delete _approvals[id];
        unchecked {
            --_differences[from];
            if (to == address(0)) {
                _owners[id] = BURNED;
                _countBurn();
            } else {
                _owners[id] = uint160(to);
                ++_differences[to];
            }
        }
        emit Transfer(from, to, id);
    }
}
