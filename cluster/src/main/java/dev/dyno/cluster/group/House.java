package dev.dyno.cluster.group;

import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Admission rules of one member, for connections with good credentials. */
final class House {

    private final Member self;
    private final Optional<Member> coordinator;
    private volatile @Nullable GroupCore group;
    private volatile @Nullable Door door;

    /** @param coordinator of a worker; empty for the coordinator itself */
    House(Member self, Optional<Member> coordinator) {
        this.self = self;
        this.coordinator = coordinator;
    }

    void moveIn(GroupCore newGroup, Door newDoor) {
        this.group = newGroup;
        this.door = newDoor;
    }

    /** Objection against a member, if any. */
    Optional<Doorman.Refusal> objection(Member stranger) {
        if (coordinator.isPresent()) {
            final boolean isStrange = stranger.role() == Role.COORDINATOR
                    && !stranger.id().equals(coordinator.get().id());
            return isStrange
                    ? Optional.of(new Doorman.Refusal(JoinRefusals.OTHER_COORDINATOR, true))
                    : Optional.empty();
        }
        if (stranger.role() == Role.COORDINATOR) {
            return Optional.of(new Doorman.Refusal(JoinRefusals.WORKERS_ONLY, true));
        }
        // Not for good: the name may belong to a process whose end is not known yet.
        return known().anyMatch(other ->
                        other.name().equals(stranger.name()) && !other.id().equals(stranger.id()))
                ? Optional.of(new Doorman.Refusal(JoinRefusals.nameTaken(stranger.name()), false))
                : Optional.empty();
    }

    /** Address that others connect to. */
    HostPort address() {
        final GroupCore inside = group;
        if (inside == null) {
            throw new IllegalStateException("the door was opened before anybody moved in");
        }
        return inside.address();
    }

    void refused(String who, String why) {
        final GroupCore told = group;
        if (told != null) {
            told.refused(who, why);
        }
    }

    /** Members, and those in the process of admission. */
    private Stream<Member> known() {
        final GroupCore inside = group;
        final Door entrance = door;
        return Stream.of(
                        Stream.of(self),
                        inside == null ? Stream.<Member>empty() : inside.members().stream(),
                        entrance == null ? Stream.<Member>empty() : entrance.links().stream())
                .flatMap(some -> some);
    }
}
