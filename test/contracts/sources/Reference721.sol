// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ERC721} from "@openzeppelin/contracts/token/ERC721/ERC721.sol";
import {IERC721} from "@openzeppelin/contracts/token/ERC721/IERC721.sol";
import {ERC721Burnable} from "@openzeppelin/contracts/token/ERC721/extensions/ERC721Burnable.sol";
import {ERC721URIStorage} from "@openzeppelin/contracts/token/ERC721/extensions/ERC721URIStorage.sol";
import {Strings} from "@openzeppelin/contracts/utils/Strings.sol";

/// @notice OpenZeppelin's ERC721 with the plainest minting, sale and ban on transfers: what a collection must not be told apart from.
contract Reference721 is ERC721URIStorage, ERC721Burnable {
    uint256 public minted;
    uint256 public purchased;
    bool public transferable = true;
    uint256 private burned;
    uint256 private stock;
    uint256 private immutable price;
    uint256 private immutable limit;
    address private immutable minter;
    string private base;
    mapping(bytes32 => bool) private done;
    /// @dev Tokens whose metadata is their own: a folder for their batch leaves them alone.
    mapping(uint256 => bool) private own;

    constructor(
        string memory name_,
        string memory symbol_,
        uint256 limit_,
        address minter_,
        string memory base_,
        uint256 price_,
        uint256 stock_
    ) ERC721(name_, symbol_) {
        (limit, minter, base, price, stock) = (limit_, minter_, base_, price_, stock_);
    }

    function totalSupply() external view returns (uint256) {
        return minted - burned;
    }

    /// @dev No URIs: those under the base.
    function mintAll(bytes32 job, address[] calldata to, string[] calldata uris, bool single) external {
        require(msg.sender == minter && !done[job] && minted + stock + to.length <= limit);
        done[job] = true;
        for (uint256 i; i < to.length; ++i) {
            _mint(to[i], ++minted);
            _setTokenURI(minted, uris.length == 0 ? _based(minted) : uris[i]);
            own[minted] = single && uris.length != 0;
        }
    }

    function purchase(address to, uint256 quantity) external payable {
        require(quantity != 0 && quantity <= stock && msg.value == price * quantity);
        stock -= quantity;
        purchased += quantity;
        for (uint256 i; i < quantity; ++i) {
            _mint(to, ++minted);
            _setTokenURI(minted, _based(minted));
        }
    }

    function setUris(uint256[] calldata ids, string[] calldata uris) external {
        require(msg.sender == minter);
        for (uint256 i; i < ids.length; ++i) {
            _requireOwned(ids[i]);
            _setTokenURI(ids[i], uris[i]);
            own[ids[i]] = true;
        }
    }

    /// @dev For the metadata of a whole batch, of which some tokens may be burned.
    function setFolder(uint256[] calldata ids, string[] calldata uris) external {
        require(msg.sender == minter);
        for (uint256 i; i < ids.length; ++i) if (!own[ids[i]]) _setTokenURI(ids[i], uris[i]);
    }

    function setTransferable(bool on) external {
        require(msg.sender == minter);
        transferable = on;
    }

    function approve(address to, uint256 id) public override(ERC721, IERC721) {
        require(transferable || to == address(0));
        super.approve(to, id);
    }

    function setApprovalForAll(address operator, bool approved) public override(ERC721, IERC721) {
        require(transferable || !approved);
        super.setApprovalForAll(operator, approved);
    }

    function _update(address to, uint256 id, address auth) internal override returns (address) {
        if (to == address(0)) ++burned;
        else require(transferable || _ownerOf(id) == address(0));
        return super._update(to, id, auth);
    }

    function _based(uint256 id) private view returns (string memory) {
        return string.concat(base, "/", Strings.toString(id));
    }

    function tokenURI(uint256 id) public view override(ERC721, ERC721URIStorage) returns (string memory) {
        return super.tokenURI(id);
    }

    function supportsInterface(bytes4 id) public view override(ERC721, ERC721URIStorage) returns (bool) {
        return super.supportsInterface(id);
    }
}
