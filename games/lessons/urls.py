"""The addresses of the feature “lessons”."""

from django.urls import path

from games.lessons import views

PAGES = [
    path("learn/<slug:slug>/", views.lesson_of, name="lesson_of"),
    path("learn/<slug:slug>/<slug:key>/<int:number>/", views.lesson, name="lesson"),
]
