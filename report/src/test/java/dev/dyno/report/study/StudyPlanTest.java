package dev.dyno.report.study;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class StudyPlanTest {

    private static Study study(String more) {
        return study(more, false);
    }

    private static Study study(String more, boolean quick) {
        return StudyFileTest.read("""
                repeats: 3
                workloads: { w: { producers: { to: queue://q } } }
                axes:
                  broker: { settings: { one: { broker: artemis }, two: { broker: kafka } } }
                  seed: { set: workload.seed, values: [1, 2, 3] }
                """ + more, quick);
    }

    private static List<String> labels(List<StudyPlan.Planned> planned) {
        return planned.stream()
                .map(p -> p.round() + " " + Cell.label(p.cell().values()))
                .toList();
    }

    @Test
    void eachRoundRunsEachCellOnce() {
        List<StudyPlan.Planned> planned = StudyPlan.of(study(""), Map.of());
        assertThat(planned).hasSize(18).doesNotHaveDuplicates();
        for (int round = 1; round <= 3; round++) {
            int number = round;
            assertThat(planned.subList((round - 1) * 6, round * 6))
                    .allSatisfy(p -> assertThat(p.round()).isEqualTo(number))
                    .allSatisfy(p -> assertThat(p.keepsBroker()).isFalse());
        }
    }

    @Test
    void theOrderIsOfTheSeedAndDiffersBetweenRounds() {
        List<String> once = labels(StudyPlan.of(study(""), Map.of()));
        assertThat(labels(StudyPlan.of(study(""), Map.of()))).isEqualTo(once);
        assertThat(labels(StudyPlan.of(study("seed: 2"), Map.of()))).isNotEqualTo(once);
        assertThat(once.subList(0, 6).stream().map(l -> l.substring(2)))
                .isNotEqualTo(
                        once.subList(6, 12).stream().map(l -> l.substring(2)).toList());
    }

    @Test
    void theOrderOfTheFileHasTheLastAxisFastest() {
        assertThat(labels(StudyPlan.of(study("order: written"), Map.of())).subList(0, 4))
                .containsExactly(
                        "1 broker=one seed=1", "1 broker=one seed=2", "1 broker=one seed=3", "1 broker=two seed=1");
    }

    @Test
    void aReusedBrokerServesAllCellsOfARoundThatSetItUpAlike() {
        List<StudyPlan.Planned> planned = StudyPlan.of(study("brokers: reused"), Map.of());
        assertThat(planned.stream().map(StudyPlan.Planned::keepsBroker).toList().subList(0, 6))
                .containsExactly(true, true, false, true, true, false);
        for (int i = 0; i < planned.size(); i += 3) {
            assertThat(planned.subList(i, i + 3).stream()
                            .map(p -> p.cell().values().get("broker"))
                            .distinct())
                    .hasSize(1);
        }
    }

    @Test
    void aCellWithFaultsHasABrokerOfItsOwn() {
        Study study = StudyFileTest.read("""
                brokers: reused
                order: written
                setup: { broker: kafka }
                workloads: { w: { producers: { to: queue://q }, reconnect: true, phases: { measure: 9s } } }
                axes: { at: { settings: { a: { workload.seed: 1 }, b: { workload.faults: 5s reset }, c: { workload.seed: 2 } } } }
                """, false);
        assertThat(StudyPlan.of(study, Map.of()))
                .extracting(p -> p.cell().values().get("at") + " " + p.keepsBroker())
                .containsExactly("a true", "c false", "b false");
    }

    @Test
    void aLimitLeavesTheOtherAxesWhole() {
        assertThat(labels(StudyPlan.of(study("order: written"), Map.of("seed", Set.of("2"))))
                        .subList(0, 2))
                .containsExactly("1 broker=one seed=2", "1 broker=two seed=2");
    }

    @Test
    void cellsOfClaimsAndNamedOnesAreRunByDefault() {
        String cells = """
                order: written
                claims: { says: a, holds: sent-rate of one 2 > 1/s }
                cells: [claims, "two 1"]
                quick: { repeats: 1 }
                """;
        assertThat(labels(StudyPlan.of(study(cells), Map.of())).subList(0, 3))
                .containsExactly("1 broker=one seed=2", "1 broker=two seed=1", "2 broker=one seed=2");
        assertThat(labels(StudyPlan.of(study(cells), Map.of("broker", Set.of("one"))))
                        .subList(0, 3))
                .containsExactly("1 broker=one seed=1", "1 broker=one seed=2", "2 broker=one seed=1");
        assertThat(StudyPlan.of(study(cells, true), Map.of())).hasSize(6);
    }

    @Test
    void whatIsFinishedIsLeftOutAndBrokersStillEndWithTheirGroup() {
        List<StudyPlan.Planned> all = StudyPlan.of(study("brokers: reused"), Map.of());
        List<StudyPlan.Planned> finished =
                Stream.of(0, 2, 3, 4, 5).map(all::get).toList();
        List<StudyPlan.Planned> left = StudyPlan.without(all, finished::contains);
        assertThat(left).hasSize(13);
        assertThat(left.get(0).cell()).isEqualTo(all.get(1).cell());
        assertThat(left.get(0).keepsBroker()).isFalse();
        assertThat(left.subList(1, 13)).isEqualTo(all.subList(6, 18));
    }
}
