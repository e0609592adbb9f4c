package dev.dyno.report.compare;

import dev.dyno.report.store.RunSummary;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Order of stored runs of two sides, by the times at which their loads began. */
record RunOrder(Side a, Side b, List<Made> runs) {

    static final String TOO_FEW =
            "fewer than three runs of a side do not show how much two runs of the same setup differ.";

    private static final String IN_TURNS =
            " Let Dyno run both in turns, dyno compare --a SETUP --b SETUP WORKLOAD, or make at least three batches of each in"
                    + " turns, A B A B A B.";

    record Made(Instant began, boolean ofA, int place) {}

    private void add(List<RunSummary> side, boolean ofA) {
        for (int place = 0; place < side.size(); place++) {
            runs.add(new Made(side.get(place).result().started(), ofA, place));
        }
    }

    /** @param paired whether the user states that the first run of A belongs to the first of B, and so on */
    static Design design(Side a, Side b, boolean paired) {
        RunOrder order = new RunOrder(a, b, new ArrayList<>());
        order.add(a.runs(), true);
        order.add(b.runs(), false);
        order.runs.sort(Comparator.comparing(Made::began));
        return order.design(paired);
    }

    private Design design(boolean paired) {
        if (Math.min(a.runs().size(), b.runs().size()) < Effect.LEAST_BLOCKS) {
            return new Design.NoCall(TOO_FEW + IN_TURNS);
        }
        for (int i = 1; i < runs.size(); i++) {
            if (runs.get(i).began.equals(runs.get(i - 1).began) && runs.get(i).ofA != runs.get(i - 1).ofA) {
                return new Design.NoCall(
                        "a run of each side began at the same time, so their order is unknown." + IN_TURNS);
            }
        }
        Optional<Design> pairs = paired ? pairs() : Optional.empty();
        return pairs.orElseGet(this::batches);
    }

    /**
     * Pairs, if the runs of each pair were made one after the other; else empty. Both orders are needed: with one, the effect of
     * coming second could not be distinguished from that of B. Batches allow that for effects that are linear in time.
     */
    private Optional<Design> pairs() {
        List<Boolean> beginsWithA = new ArrayList<>();
        for (int place = 0; place < a.runs().size(); place++) {
            Made first = runs.get(2 * place);
            Made second = runs.get(2 * place + 1);
            if (first.place != place || second.place != place) {
                return Optional.empty();
            }
            beginsWithA.add(first.ofA);
        }
        return beginsWithA.contains(true) && beginsWithA.contains(false)
                ? Optional.of(new Design.Pairs(beginsWithA))
                : Optional.empty();
    }

    private Design batches() {
        List<Design.Batch> batches = new ArrayList<>();
        List<Integer> places = new ArrayList<>();
        for (int i = 0; i < runs.size(); i++) {
            Made run = runs.get(i);
            places.add(run.place);
            if (i == runs.size() - 1 || runs.get(i + 1).ofA != run.ofA) {
                batches.add(new Design.Batch(run.ofA, places));
                places.clear();
            }
        }
        // Batches alternate, so the side with fewer has half of them, rounded down.
        return batches.size() / 2 < Effect.LEAST_BLOCKS
                ? new Design.NoCall(tooFew(batches))
                : new Design.Batches(batches);
    }

    private String tooFew(List<Design.Batch> batches) {
        String order = batches.stream()
                .map(batch -> batch.runs().size() + " of " + (batch.ofA() ? a : b).name())
                .collect(Collectors.joining(", then "));
        return "the runs were made in " + batches.size() + " batches, " + order
                + ". A change from one batch to the next, like"
                + " that of a machine with time, is in the difference and not in the spread of the runs." + IN_TURNS;
    }
}
