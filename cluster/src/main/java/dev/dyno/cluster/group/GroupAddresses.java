package dev.dyno.cluster.group;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import org.jgroups.Address;
import org.jgroups.util.ExtendedUUID;
import org.jspecify.annotations.Nullable;

/** Members as addresses of JGroups, which carry the member's identity. */
final class GroupAddresses {

    private static final byte[] NAME = {'n'};
    private static final byte[] VERSION = {'v'};
    private static final byte[] HOST = {'h'};
    private static final byte[] ID = {'i'};
    private static final byte[] ROLE_AND_PID = {'r'};

    /** Maximum size of one value, in bytes. */
    private static final int MAX_BYTES = 255;

    private GroupAddresses() {}

    static ExtendedUUID of(Member member) {
        final ExtendedUUID address = ExtendedUUID.randomUUID();
        address.put(NAME, bytes(member.name()));
        address.put(VERSION, bytes(member.version()));
        address.put(HOST, bytes(member.host()));
        address.put(ID, bytes(member.id()));
        address.put(
                ROLE_AND_PID,
                ByteBuffer.allocate(1 + Long.BYTES)
                        .put(Members.code(member.role()))
                        .putLong(member.pid())
                        .array());
        return address;
    }

    /** Member of an address; empty if it is not one of ours. */
    static Optional<Member> member(@Nullable Address address) {
        if (!(address instanceof ExtendedUUID known)) {
            return Optional.empty();
        }
        final byte[] roleAndPid = known.get(ROLE_AND_PID);
        if (roleAndPid == null || roleAndPid.length != 1 + Long.BYTES) {
            return Optional.empty();
        }
        final ByteBuffer in = ByteBuffer.wrap(roleAndPid);
        final Role role = Members.role(in.get());
        return Optional.of(new Member(
                text(known, NAME), role, text(known, VERSION), text(known, HOST), in.getLong(), text(known, ID)));
    }

    private static byte[] bytes(String text) {
        final byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        return bytes.length <= MAX_BYTES ? bytes : Arrays.copyOf(bytes, MAX_BYTES);
    }

    private static String text(ExtendedUUID address, byte[] key) {
        final byte[] bytes = address.get(key);
        return bytes == null ? "" : new String(bytes, StandardCharsets.UTF_8);
    }
}
