package dev.dyno.report.study;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * The trials of a study, in their order: round by round, so that a drift over time affects all cells alike. The order follows
 * from the seed, so it is always the same for a study.
 */
public final class StudyPlan {

    /** Keys of a setup whose values make two brokers differ. */
    private static final Set<String> OF_BROKER = Set.of("broker", "url", "heap", "jvm");

    /**
     * One cell in one round.
     *
     * @param round from 1
     * @param keepsBroker whether the next trial uses the broker of this one
     */
    public record Planned(Cell cell, int round, boolean keepsBroker) {}

    private StudyPlan() {}

    /**
     * All trials of the planned rounds.
     *
     * @param only values by axis to which the study is limited; an axis without a limit has the values of the default cells
     */
    public static List<Planned> of(Study study, Map<String, Collection<String>> only) {
        List<Cell> cells = cells(study, only);
        Random random = new Random(study.rounds().seed());
        List<Planned> planned = new ArrayList<>();
        for (int round = 1; round <= study.rounds().repeats(); round++) {
            for (List<Cell> group : groups(study, cells, random)) {
                for (int i = 0; i < group.size(); i++) {
                    planned.add(new Planned(group.get(i), round, i < group.size() - 1));
                }
            }
        }
        return planned;
    }

    private static List<Cell> cells(Study study, Map<String, Collection<String>> only) {
        return all(study).stream()
                .filter(cell -> isWithin(cell, only))
                .filter(cell -> study.cells().isEmpty()
                        || study.cells().stream().anyMatch(like -> isLike(cell.values(), like, only.keySet())))
                .toList();
    }

    /** Whether the limits allow the values of a cell. */
    static boolean isWithin(Cell cell, Map<String, Collection<String>> only) {
        return only.entrySet().stream()
                .allMatch(limit -> limit.getValue().contains(cell.values().get(limit.getKey())));
    }

    /** Every combination of the values. */
    public static List<Cell> all(Study study) {
        List<String> axes = study.axes().stream().map(Study.Axis::name).toList();
        return study.combinations(axes).stream().map(Cell::new).toList();
    }

    /** Whether values match a default cell, except on axes with a limit. The step is ignored, because a cell runs all steps. */
    private static boolean isLike(Map<String, String> values, Map<String, String> cell, Set<String> limited) {
        return cell.entrySet().stream()
                .allMatch(value -> limited.contains(value.getKey())
                        || value.getKey().equals(Study.STEP)
                        || value.getValue().equals(values.get(value.getKey())));
    }

    /** Groups of cells that share a broker; without sharing, each cell is a group. */
    private static List<List<Cell>> groups(Study study, List<Cell> cells, Random random) {
        Map<Object, List<Cell>> byBroker = new LinkedHashMap<>();
        for (Cell cell : cells) {
            // Cells with faults do not share a broker: for faults of the network it may have to be started behind a
            // proxy.
            boolean isShared = study.rounds().brokers() == Study.Brokers.REUSED
                    && !study.settings(study.steps().get(0), cell).containsKey("workload.faults");
            Object key = isShared ? broker(study, cell) : cell;
            byBroker.computeIfAbsent(key, k -> new ArrayList<>()).add(cell);
        }
        List<List<Cell>> groups = new ArrayList<>(byBroker.values());
        if (study.rounds().order() == Study.Order.SHUFFLED) {
            groups.forEach(group -> Collections.shuffle(group, random));
            Collections.shuffle(groups, random);
        }
        return groups;
    }

    public static Map<String, String> broker(Study study, Cell cell) {
        Map<String, String> settings =
                new TreeMap<>(study.settings(study.steps().get(0), cell));
        settings.keySet().removeIf(key -> !isOfBroker(key));
        return settings;
    }

    /** Whether a setting makes a broker differ from another. */
    static boolean isOfBroker(String key) {
        return OF_BROKER.contains(key) || key.startsWith("set.");
    }

    /**
     * The trials that are not done, in their order. Those of a group still share one broker: the last one left of it no longer
     * keeps it.
     */
    static List<Planned> without(List<Planned> all, Predicate<Planned> isDone) {
        List<Planned> left = new ArrayList<>();
        boolean keeps = false;
        for (Planned planned : all) {
            if (!isDone.test(planned)) {
                left.add(planned);
            } else if (!planned.keepsBroker && keeps) {
                Planned last = left.remove(left.size() - 1);
                left.add(new Planned(last.cell, last.round, false));
            }
            keeps = !left.isEmpty() && left.get(left.size() - 1).keepsBroker;
        }
        return left;
    }
}
