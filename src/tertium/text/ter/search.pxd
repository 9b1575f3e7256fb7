# Types for compiling search.py, where every method is explained.
cimport cython

cdef int BEAM, SIZE, DISTANCE, CANDIDATES, INFINITE, NO_WORD, KEEP, SUBSTITUTE, DELETE, INSERT


cdef class Search:
    cdef readonly list shifts
    cdef readonly bint tercom
    cdef readonly int length, target, edits, tried, steps
    cdef int room, cells
    cdef int[::1] words, reference, low, high, base, costs, backward, first, following
    cdef int[::1] hypothesis_wrong, reference_wrong, aligned, path

    cpdef int run(self, list hypothesis, list reference) except -1

    @cython.locals(both=int, codes=dict, i=int, j=int, code=int)
    cdef int read(self, list hypothesis, list reference) except -1

    @cython.locals(
        low=int[::1], high=int[::1], base=int[::1], end=int, ratio=double, beam=int, last=int,
        i=int, j=int, diagonal=int, before=int, after=int, widest=int, width=int,
    )
    cdef int lay_out(self) except -1

    cdef inline void close(self, int cell) noexcept

    @cython.locals(i=int, j=int)
    cdef void fill_forward(self) noexcept

    @cython.locals(
        costs=int[::1], reference=int[::1], here=int, above=int, left=int, j=int, cost=int,
    )
    cdef inline void fill_row(self, int table, int i, int word) noexcept

    @cython.locals(
        base=int[::1], low=int[::1], high=int[::1], backward=int[::1], reference=int[::1],
        last=int, i=int, j=int, here=int, below=int, word=int, right=int, cost=int,
    )
    cdef void fill_backward(self) noexcept

    @cython.locals(
        base=int[::1], costs=int[::1], i=int, j=int, steps=int, edit=int, cost=int, above=int,
        wrong=bint,
    )
    cdef void align(self) noexcept

    cpdef str trace(self)

    @cython.locals(
        words=int[::1], reference=int[::1], aligned=int[::1], ready=bint, before=int, best=int,
        best_length=int, best_start=int, best_place=int, start=int, following=int, wanted=int,
        hypothesis_wrong=int, reference_wrong=int, most=int, length=int, end=int, previous=int,
        offset=int, place=int, saved=int,
    )
    cdef bint shift(self) except -1

    @cython.locals(goal=int)
    cdef inline bint too_far(self, int start, int wanted) noexcept

    cdef inline int landing(self, int start, int length, int place) noexcept

    @cython.locals(
        scratch=int, first=int, last=int, here=int, j=int, at=int, before=int, least=int,
    )
    cdef int cost(self, int start, int length, int to) noexcept

    cdef int move(self, int start, int length, int to) except -1


cdef int[::1] _numbers(int count)
