package dev.dyno.report.compare;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.model.metric.Figures;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Share of inconclusive comparisons that become conclusive with the number of further blocks that they predict: of the same
 * comparison continued, and of one with that number made anew.
 *
 * @param effect by which B is better
 */
record PredictionRates(int pairs, double effect, int inconclusive, int heldOfSame, int heldAnew) {

    private static final DecisionRule RATE_WITHIN_3_PERCENT =
            DecisionRule.of(Set.of(Figures.RATE), Map.of(), DecisionRule.CONFIDENCE);

    private static final String HEAD = """
            | pairs | B differs by | inconclusive | then conclusive, the same continued | and made anew |
            |---|---|---|---|---|
            """;

    private static final long ANEW = 1_000_000;

    static PredictionRates of(int pairs, double effect, CallRates.Seeds seeds) {
        AtomicInteger same = new AtomicInteger();
        AtomicInteger anew = new AtomicInteger();
        int inconclusive = seeds.count(seed -> {
            Judgement judgement = SyntheticRuns.live(RATE_WITHIN_3_PERCENT, seed, effect, pairs);
            if (judgement.call() != Call.INCONCLUSIVE) {
                return false;
            }
            int all = pairs + judgement.moreBlocks();
            same.addAndGet(isConclusive(seed, effect, all));
            anew.addAndGet(isConclusive(seed + ANEW, effect, all));
            return true;
        });
        return new PredictionRates(pairs, effect, inconclusive, same.get(), anew.get());
    }

    private static int isConclusive(long seed, double effect, int pairs) {
        return SyntheticRuns.live(RATE_WITHIN_3_PERCENT, seed, effect, pairs)
                        .call()
                        .isConclusive()
                ? 1
                : 0;
    }

    /** At least the share of cases that the forecast promises becomes conclusive. */
    void check() {
        assertThat(heldOfSame * 100).as(toString()).isGreaterThanOrEqualTo(inconclusive * SampleSizeForecast.OF_100);
        assertThat(heldAnew * 100).as(toString()).isGreaterThanOrEqualTo(inconclusive * SampleSizeForecast.OF_100);
    }

    static List<PredictionRates> all(CallRates.Seeds seeds) {
        return Stream.of(6, 10, 20)
                .flatMap(pairs -> Stream.of(0.0, 0.01, 0.02, 0.03, 0.05).map(effect -> of(pairs, effect, seeds)))
                .toList();
    }

    static String table(List<PredictionRates> all) {
        return all.stream()
                .map(rates -> String.format(
                        Locale.ROOT,
                        "| %d | %+.0f %% | %d | %d | %d |",
                        rates.pairs,
                        100 * rates.effect,
                        rates.inconclusive,
                        rates.heldOfSame,
                        rates.heldAnew))
                .collect(Collectors.joining("\n", HEAD, "\n"));
    }
}
