//! The numbers of the book, as its digest has them.

engine::rulebook! {
    /// The Battle of Moscow.
    pub(crate) BATTLE_OF_MOSCOW: "battle-of-moscow" =
        "A40-1", "A40-2", "A40-3", "A40-4", "CIT-1", "CIT-2", "CIT-3", "CIT-4", "CIT-5", "CIT-6",
        "COM-1", "COM-2", "COM-3", "COM-4", "COM-5", "COM-6", "COM-7", "CRT-1", "CRT-2", "CRT-3",
        "CRT-4", "CRT-5", "CRT-6", "CRT-7", "CRT-8", "CRT-9", "CRT-10", "CRT-11", "DEM-1", "DEM-2",
        "DEM-3", "DES-1", "DES-2", "DES-3", "DES-4", "EXT-1", "EXT-2", "EXT-3", "FIN-1", "FIN-2",
        "FIN-3", "FIN-4", "FIN-5", "FIN-6", "FOR-1", "FOR-2", "FOR-3", "FOR-4", "FOR-5", "FRA-1",
        "GRP-1", "GRP-2", "GRP-3", "GRP-4", "GRP-5", "GRP-6", "ISO-1", "ISO-2", "ISO-3", "ISO-4",
        "ISO-5", "MAP-1", "MAP-2", "MAP-3", "MAP-4", "MAP-5", "MOV-1", "MOV-2", "MOV-3", "MOV-4",
        "MOV-5", "MOV-6", "MOV-7", "PAR-1", "PAR-2", "PAR-3", "PAR-4", "PAR-5", "PAR-6", "PAR-7",
        "PAR-8", "PAR-9", "PTR-1", "PTR-2", "PTR-3", "RR-1", "RR-2", "RR-3", "RR-4", "RR-5", "RR-6",
        "RRP-1", "RRP-2", "RRP-3", "RRP-4", "RRP-5", "RRP-6", "RRP-7", "RRP-8", "RRP-9", "SEC-1",
        "SEQ-1", "SEQ-2", "SEQ-3", "SEQ-4", "SEQ-5", "SEQ-6", "SEQ-7", "SEQ-8", "SEQ-9", "SET-1",
        "SET-2", "SET-3", "SET-4", "SET-5", "SET-6", "STK-1", "STK-2", "STK-3", "SUP-1", "SUP-2",
        "SUP-3", "SUP-4", "SUP-5", "SUP-6", "SUP-7", "SUP-8", "SUP-9", "SUP-10", "TER-1", "TER-2",
        "TER-3", "TER-4", "TER-5", "TER-6", "TER-7", "TER-8", "TER-9", "TER-10", "TIK-1", "UNT-1",
        "UNT-2", "UNT-3", "UNT-4", "UNT-5", "UNT-6", "UNT-7", "VIC-1", "VIC-2", "VIC-3", "VIC-4",
        "VIC-5", "VIC-6", "WEA-1", "WEA-2", "WEA-3", "WEA-4", "WEA-5", "WEA-6", "WEA-7", "WEA-8",
        "WRK-1", "ZOC-1", "ZOC-2", "ZOC-3", "ZOC-4", "ZOC-5", "ZOC-6", "ZOC-7", "ZOC-8", "ZOC-9",
        "ZOC-10", "R1", "R2", "R3", "R4", "R5", "R6", "R7", "R8", "R9", "R10", "R11", "R12", "R13",
        "R14", "R15", "R16", "R17", "R18", "R19", "R20", "R21", "R22", "R23", "R24", "R25", "R26",
        "R27", "R28", "R29", "R30", "R31", "R32", "R33", "R34", "R35", "R36", "R37", "R38", "R39",
        "R40", "R41", "R42", "R43", "R44", "R45", "R46", "R47", "R48", "R49", "R50", "R51", "R52",
        "R53", "R54", "R55", "R56", "R57", "R58", "R59", "R60", "R61", "R62", "R63", "R64", "R65",
        "R66", "R67", "R68", "R69", "R70", "R71", "R72", "R73", "R74", "R75", "R76", "R77", "R78",
        "R79", "R80", "R81", "R82",
    ;
}

/// The books that a game cites.
pub(crate) const BOOKS: &[&engine::Rulebook] = &[&BATTLE_OF_MOSCOW];

/// A rule of the book.
macro_rules! rule {
    ($number:literal) => {
        engine::rule!(crate::rulebook::BATTLE_OF_MOSCOW, $number)
    };
}
