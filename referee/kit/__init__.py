"""Parts that families of games share: tricks, holdings, ledgers, melds …"""
