package dev.dyno.report;

import java.util.List;

/** Looks for one kind of thing that made the numbers of a run. Its bounds stand in it, each with why it is where it is. */
interface FindingRule {

    /** What it has found; mostly nothing or one. */
    List<Finding> look(FindingEvidence seen);
}
